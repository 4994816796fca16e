/** Tells the server, by a cookie, how many minutes this clock is ahead of UTC: by it a day begins at midnight here. */

const COOKIE = "paishan-offset"
const A_YEAR = 365 * 24 * 3600

export const offset = -new Date().getTimezoneOffset()

/**
 * Keeps the offset for the server, and for the page's forms.
 * @param {number} known  the offset by which the page was made
 * @returns {boolean} whether the page would be another one if it were loaded again
 */
export function keepOffset(known) {
  for (const field of document.querySelectorAll("input[name=offset]"))
    /** @type {HTMLInputElement} */ (field).value = String(offset)
  if (known === offset) return false
  document.cookie = `${COOKIE}=${offset}; path=/; max-age=${A_YEAR}; samesite=lax`
  return document.cookie.includes(`${COOKIE}=${offset}`)
}
