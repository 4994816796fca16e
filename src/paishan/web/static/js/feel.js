/**
 * What a deed sounds and feels like: a few short tones made on the spot, and the phone's shake. Fetched only once one of
 * the two is switched on.
 */

/** @typedef {"select" | "pair" | "refused" | "locked" | "won"} Deed */
/** @typedef {[number, number, number, OscillatorType]} Tone  Hertz, the second it begins and those it lasts, its shape */

/** @type {Record<Deed, Tone[]>} */
const TONES = {
  select: [[620, 0, 0.07, "triangle"]],
  pair: [
    [660, 0, 0.09, "triangle"],
    [880, 0.07, 0.14, "triangle"],
  ],
  refused: [
    [190, 0, 0.1, "square"],
    [150, 0.08, 0.12, "square"],
  ],
  locked: [
    [392, 0.15, 0.2, "triangle"],
    [330, 0.33, 0.2, "triangle"],
    [262, 0.51, 0.4, "triangle"],
  ],
  won: [
    [523, 0.2, 0.18, "triangle"],
    [659, 0.34, 0.18, "triangle"],
    [784, 0.48, 0.18, "triangle"],
    [1047, 0.62, 0.5, "triangle"],
  ],
}
/** @type {Record<Deed, number[]>} milliseconds of shaking and of rest by turns */
const SHAKES = { select: [8], pair: [18], refused: [30, 40, 30], locked: [60, 80, 120], won: [30, 50, 30, 50, 120] }
/** How loud the loudest moment of a tone is; a square one sounds louder than it is. */
const LOUD = { triangle: 0.16, square: 0.04, sine: 0.16, sawtooth: 0.04, custom: 0.1 }

/** @type {AudioContext | undefined} */
let audio

/**
 * Nothing comes before the player has touched the page: browsers forbid it.
 * @param {Deed} deed
 * @param {{sound?: boolean, shake?: boolean}} wanted
 */
export function feel(deed, { sound, shake }) {
  if (navigator.userActivation?.hasBeenActive === false) return
  if (shake) navigator.vibrate?.(SHAKES[deed])
  if (sound) play(TONES[deed])
}

/** @param {Tone[]} tones */
function play(tones) {
  audio ??= new AudioContext()
  if (audio.state === "suspended") audio.resume()
  for (const [hertz, from, lasts, type] of tones) {
    const tone = new OscillatorNode(audio, { type, frequency: hertz })
    const gain = new GainNode(audio, { gain: 0 })
    const begin = audio.currentTime + from
    // Neither edge may be sharp, or it clicks.
    gain.gain.setValueAtTime(0, begin)
    gain.gain.linearRampToValueAtTime(LOUD[type], begin + 0.008)
    gain.gain.exponentialRampToValueAtTime(0.0005, begin + lasts)
    tone.connect(gain).connect(audio.destination)
    tone.start(begin)
    tone.stop(begin + lasts)
  }
}
