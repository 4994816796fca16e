"""What the product promises, line by line, and the tests that show it.

The lines are those of the list of promises: T Taipei, C Classic, S against the clock, N Mahjong Connect, P Chuo Pai,
A for all of them, X what no other program has. Each names its tests by file and function; a line without a test, and a
test that is not there, fail here.
"""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path

import pytest

TESTS = Path(__file__).parent

SHOWN_BY: dict[str, tuple[str, ...]] = {
    "T1 a pair vanishes at once, nothing else moves, what is free is free at once": (
        "solitaire/test_board.py::test_a_pair_vanishes_at_once_and_what_it_covered_is_free_at_once",
        "solitaire/test_board.py::test_nothing_else_moves",
        "browser/test_turtle.py::test_a_newcomer_clears_the_turtle_by_clicking_its_witness",
    ),
    "T2 which tiles are free": (
        "solitaire/test_layout.py::test_what_is_free_agrees_with_the_rule_read_cell_by_cell_whatever_is_gone",
        "solitaire/test_layout.py::test_a_tile_that_lies_even_partly_on_another_covers_it",
        "solitaire/test_layout.py::test_top_and_bottom_edges_never_count",
    ),
    "T3 what matches, by rule version": (
        "solitaire/test_board.py::test_two_flowers_and_two_seasons_match_within_their_family_or_only_their_likeness",
        "test_tiles.py::test_a_flower_never_matches_a_season_not_even_of_the_same_number",
        "browser/test_rulesets.py::test_every_way_to_play_is_explained_before_it_is_played",
    ),
    "T4 legal and wise are kept apart": ("solitaire/test_board.py::test_an_unwise_pair_is_not_forbidden",),
    "T5 layouts with what was measured of them": (
        "solitaire/test_gallery.py::test_there_are_ten_beginner_layouts_of_36_to_96_tiles_and_at_most_two_layers",
        "browser/test_gallery.py::test_difficulty_is_what_was_measured",
    ),
    "T6 won when no tile remains": (
        "play/test_table.py::test_the_turtle_is_won_after_72_pairs",
        "play/test_table.py::test_the_last_pair_clears_the_board",
    ),
    "T7 locked when no pair is free": (
        "play/test_table.py::test_no_pair_left_is_a_lock_and_undo_leads_out_of_it",
        "browser/test_locked.py::test_a_locked_board_says_so_stops_the_clock_and_can_be_undone",
    ),
    "T8 a hint marks, pressed again another": (
        "play/test_table.py::test_pressed_again_it_shows_another_pair_until_all_were_shown_and_then_the_first_again",
        "play/test_table.py::test_it_marks_a_pair_and_does_not_take_it",
        "play/test_table.py::test_it_never_shows_a_tile_that_is_not_free",
    ),
    "T9 undo: unlimited, so many, at a cost, or off": (
        "solitaire/test_board.py::test_whatever_is_taken_and_taken_back_the_board_is_as_if_laid_anew",
        "play/test_table.py::test_undo_is_limited_to_so_many_steps_by_ruleset",
        "play/test_table.py::test_undo_is_off_in_competition",
        "play/test_scoring.py::test_undo_at_a_cost",
    ),
    "T10 shuffle: locked, at will, so many, at a cost": (
        "solitaire/test_shuffle.py::test_tiles_and_places_are_kept_and_nothing_comes_back",
        "play/test_scoring.py::test_shuffles_by_number_and_only_when_locked",
        "play/test_scoring.py::test_a_shuffle_that_costs_points",
        "play/test_scoring.py::test_a_shuffle_that_takes_time_takes_it_for_good",
    ),
    "T11 time and points are the ruleset's and explained before; lists never mix": (
        "play/test_ruleset.py::test_each_policy_that_differs_has_its_sentence",
        "play/test_ruleset.py::test_nothing_is_said_that_does_not_hold",
        "browser/test_rulesets.py::test_every_way_to_play_is_explained_before_it_is_played",
        "store/test_lists.py::test_results_of_different_rulesets_versions_layouts_or_occasions_never_stand_in_one_list",
    ),
    "T12 rule test 1": (
        "play/test_practice.py::test_what_is_asked_is_true_by_the_half_tiles_of_the_picture_alone",
        "play/test_practice.py::test_all_four_answers_are_among_each_ten_and_none_more_than_three_times",
        "browser/test_practice.py::test_ten_of_ten_by_touch_on_a_phone",
    ),
    "T13 rule test 2": (
        "play/test_practice.py::test_each_ten_has_every_kind_of_pair_once",
        "browser/test_practice.py::test_the_answers_follow_the_rule_version_that_was_chosen_which_is_kept",
    ),
    "T14 the rules, short and full, inside the game": (
        "web/test_practice.py::test_the_rules_explain_every_ruleset_in_the_engines_own_sentences",
        "browser/test_practice.py::test_from_the_board_to_the_rules_and_back",
    ),
    "C1 the Turtle": (
        "solitaire/test_layout.py::test_it_has_144_slots_on_five_layers_of_87_36_16_4_and_1",
        "solitaire/test_layout.py::test_the_top_tile_lies_on_exactly_the_four_of_layer_3",
        "solitaire/test_layout.py::test_the_end_tiles_block_the_ends_of_both_middle_rows",
        "solitaire/test_layout.py::test_a_tile_half_way_over_two_covers_both",
    ),
    "C2 dealt from a solution": (
        "solitaire/test_deal.py::test_dealt_boards_clear_by_their_witness",
        "solitaire/test_deal.py::test_any_layout_is_dealt_so_that_it_clears_or_refused_with_the_reason",
    ),
    "C3 campaign": (
        "play/test_campaign.py::test_there_are_120_levels_in_six_places_of_twenty",
        "play/test_campaign.py::test_every_tenth_level_is_a_classic_layout_in_turn",
        "play/test_campaign.py::test_every_level_can_be_cleared_by_its_witness",
        "play/test_campaign.py::test_each_step_is_harder_than_the_one_before_for_blind_and_for_thinking_players",
        "store/test_journey.py::test_a_level_keeps_its_best_result",
        "browser/test_campaign.py::test_a_level_that_is_won_opens_the_next",
    ),
    "C4 daily": (
        "play/test_daily.py::test_a_day_changes_at_the_players_own_midnight",
        "play/test_daily.py::test_who_changes_zones_at_will_gains_no_day",
        "store/test_days.py::test_across_midnight_one_clock_gives_each_zone_its_day",
        "browser/test_daily.py::test_a_day_from_its_evening_across_midnight",
        "web/test_secrecy.py::test_while_a_days_board_is_not_over_neither_its_code_nor_its_unseen_faces_are_in_any_answer",
    ),
    "C5 hints that are proved, by a budget; the free first pair": (
        "play/test_table.py::test_a_ranked_hint_shows_only_pairs_that_keep_the_board_clearable_round_and_round",
        "play/test_scoring.py::test_three_at_the_start_and_one_more_three_minutes_after_the_first_was_used",
        "play/test_scoring.py::test_after_twelve_seconds_of_play_a_pair_is_shown_and_counted_nowhere",
        "browser/test_first_board.py::test_after_twelve_seconds_without_a_pair_one_is_shown_free",
    ),
    "C6 shuffles that can be cleared": (
        "solitaire/test_shuffle.py::test_what_is_laid_can_be_cleared_and_a_refusal_means_that_nothing_could",
    ),
    "C7 undo takes back exactly the points": (
        "play/test_scoring.py::test_undo_takes_back_exactly_what_the_pair_gave_and_the_next_pair_counts_once",
    ),
    "C8 no moves left, given up, left, out of time": (
        "browser/test_locked.py::test_a_dead_board_says_so_while_there_are_still_pairs",
        "browser/test_classic.py::test_a_dead_board_may_be_shuffled",
        "play/test_scoring.py::test_the_game_is_lost_at_exactly_two_and_a_half_seconds_a_tile_without_a_word",
        "store/test_lists.py::test_statistics_of_a_history_made_by_hand",
        "browser/test_challenge.py::test_a_challenge_is_lost_when_its_clock_reaches_zero",
    ),
    "C9 score": (
        "play/test_scoring.py::test_a_pair_within_4200_ms_of_the_one_before_counts_once_more_and_one_at_4201_ms_counts_once",
        "play/test_scoring.py::test_a_pair_never_counts_more_than_99_times",
        "play/test_scoring.py::test_a_tap_is_believed_to_have_happened_up_to_two_seconds_ago_but_never_before_the_last",
        "browser/test_classic.py::test_points_do_not_wait_for_the_network_and_a_slow_line_costs_no_combo",
    ),
    "C10 stars": (
        "play/test_scoring.py::test_six_minutes_on_the_turtle_are_in_time_and_a_millisecond_more_is_not",
        "play/test_scoring.py::test_a_hint_a_shuffle_or_an_undo_costs_the_third",
        "browser/test_classic.py::test_a_level_with_a_combo_an_undo_and_two_stars",
    ),
    "S1 144 tiles of 42 kinds, and their labels": (
        "test_tiles.py::test_there_are_42_kinds_with_the_labels_of_the_digits_style",
        "test_tiles.py::test_a_full_set_has_144_tiles_four_of_each_but_one_of_each_flower_and_season",
    ),
    "S2 the Turtle starts with 35 free": (
        "solitaire/test_layout.py::test_35_tiles_are_free_at_the_start",
        "browser/client/test_state.py::test_the_turtle_starts_with_35_free_tiles",
    ),
    "S3 what a tap does": (
        "play/test_table.py::test_a_tap_does",
        "browser/client/test_state.py::test_a_tap_does_what_it_does_at_the_table",
    ),
    "S4 no points, no shuffle, no more moves": (
        "play/test_ruleset.py::test_against_the_clock_has_no_shuffle_hints_by_plan_and_unlimited_undo",
        "browser/test_locked.py::test_a_locked_board_says_so_stops_the_clock_and_can_be_undone",
    ),
    "S5 hints by the plan, counted": (
        "play/test_table.py::test_by_the_plan_it_shows_the_next_pair_of_the_witness_first_and_then_the_others",
        "store/test_lists.py::test_statistics_of_a_history_made_by_hand",
    ),
    "S6 the history holds the whole game": ("play/test_table.py::test_the_history_holds_the_whole_game",),
    "S7 codes": (
        "test_codes.py::test_the_published_example_is_deal_1_of_the_turtle",
        "test_codes.py::test_no_single_wrong_character_passes_at_any_place",
        "test_codes.py::test_no_swap_of_neighbours_passes",
        "play/test_ruleset.py::test_a_code_typed_back_is_the_same_board",
    ),
    "S8 pause": (
        "play/test_table_clock.py::test_it_stands_while_the_game_is_paused",
        "browser/test_keyboard.py::test_no_shortcut_fires_under_a_sheet_or_while_somebody_types",
    ),
    "S9 the ten best times with their layouts": (
        "store/test_lists.py::test_against_the_clock_the_ten_shortest_times_are_listed_and_ties_by_who_was_first",
        "browser/test_statistics.py::test_games_are_counted_listed_by_layout_and_watched_again",
    ),
    "N1 18 by 8, upright on a phone": (
        "connect/test_grid.py::test_the_game_is_played_on_18_by_8_slots_unless_another_is_chosen",
        "browser/test_connect.py::test_turning_the_phone_keeps_the_game_and_the_selection",
    ),
    "N2 lines": (
        "connect/test_joins.py::test_a_hundred_thousand_cases_are_as_a_walk_finds_them",
        "connect/test_board.py::test_any_two_flowers_match_and_any_two_seasons_but_never_one_of_each",
    ),
    "N3 click or drag, the line, the pile, nothing moves": (
        "browser/test_connect.py::test_a_grid_is_cleared_by_clicks_and_the_points_are_told",
        "browser/test_connect.py::test_a_grid_is_cleared_by_fingers_that_drag_on_an_upright_phone",
        "browser/test_connect_line.py::test_every_part_of_the_line_is_seen",
        "connect/test_board.py::test_nothing_moves_without_gravity",
    ),
    "N4 a hint costs ten points": (
        "browser/test_connect.py::test_a_hint_costs_ten_points_and_is_shown_by_more_than_colour",
    ),
    "N5 no pair to join": (
        "browser/test_connect.py::test_no_moves_left_is_said_by_itself_and_can_be_looked_at_shuffled_and_undone",
        "play/test_connect_table.py::test_no_line_left_is_a_lock_and_a_shuffle_is_free",
    ),
    "N6 every deal can be solved, and locked": (
        "connect/test_deal.py::test_every_deal_clears",
        "connect/test_board.py::test_pairs_in_the_wrong_order_lock_a_board_that_could_be_cleared",
    ),
    "N7 points, both ways": (
        "play/test_scoring.py::test_ten_points_a_pair_and_two_less_for_every_full_ten_seconds",
        "play/test_scoring.py::test_a_win_gives_a_point_for_every_full_second_before_five_a_tile",
        "play/test_scoring.py::test_standard_scoring_knows_no_time",
    ),
    "P1 three players, 84 cards": (
        "chuopai/test_deal.py::test_84_cards_four_of_each_28_each",
        "chuopai/test_deal.py::test_each_seat_leads_a_third_of_the_deals",
    ),
    "P2 the opening bonus": (
        "chuopai/test_match.py::test_every_copy_of_both_is_laid_straight_on_the_pile",
        "chuopai/test_match.py::test_one_kind_alone_gives_nothing",
    ),
    "P3 leads, beats and passes": (
        "chuopai/test_play.py::test_one_to_four_cards_of_one_figure",
        "chuopai/test_play.py::test_combinations_compare_by_type_alone_whatever_the_split",
        "chuopai/test_match.py::test_who_can_beat_must_even_if_it_breaks_a_group",
    ),
    "P4 what scores, and who wins": (
        "chuopai/test_match.py::test_only_the_winning_play_scores_and_the_other_cards_are_out",
        "chuopai/test_match.py::test_equal_piles_share_the_win",
    ),
    "P5 the table, and players that do not see what they should not": (
        "play/test_chuo.py::test_an_exchange_of_hidden_cards_changes_nothing_that_the_player_is_told",
        "chuopai/test_players.py::test_cards_that_a_player_cannot_see_make_no_difference",
    ),
    "P6 settings of the look: language, contrast, grain, colour temperature": (
        "browser/test_access_settings.py::test_every_setting_works_is_kept_and_put_back",
        "browser/test_access_settings.py::test_another_language_is_chosen_on_the_sheet_and_kept",
    ),
    "A1 five languages, all of the interface and the rules": (
        "test_messages.py::test_every_text_is_translated_with_its_placeholders",
        "browser/test_tour.py::test_every_page_and_sheet_on_a_phone",
        "browser/test_tour.py::test_what_is_left_in_english_is_noticed",
    ),
    "A2 play goes on where it was left": (
        "store/test_games.py::test_a_game_is_the_same_after_the_server_was_started_again",
        "faults/test_disk.py::test_on_a_disk_that_is_full_nothing_is_half_done_and_play_goes_on_with_room",
        "faults/test_order.py::test_in_whatever_order_and_however_often_requests_come_the_game_is_the_same",
        "browser/test_kills.py::test_six_kills_during_fast_play_lose_nothing",
        "store/test_chuo.py::test_a_match_goes_on_after_the_server_was_started_anew_in_the_middle_of_a_round",
        "browser/test_taps.py::test_a_tap_that_follows_at_once_on_a_sheet_that_closes_is_heard",
        "browser/test_network.py::test_an_answer_cut_off_on_its_way_is_asked_for_again",
        "web/test_workers.py::test_processes_are_killed_in_the_middle_of_play_and_no_move_is_lost_or_doubled",
        "web/test_workers.py::test_postgresql_is_killed_in_the_middle_of_play_and_the_same_processes_go_on",
        "store/test_outage.py::test_a_move_of_which_nobody_knows_whether_it_was_committed_is_settled_by_its_key",
        "store/test_outage.py::test_a_postgresql_that_hangs_ends_what_waits_for_it_and_is_used_again_when_it_goes_on",
        "store/test_outage.py::test_of_processes_that_play_the_same_move_at_once_one_is_first_and_the_others_are_told",
        "store/test_backup.py::test_a_backup_is_made_while_it_is_played_and_holds_all_that_was_acknowledged_before",
        "store/test_backup.py::test_a_backup_made_while_many_play_is_in_order_elsewhere_and_every_game_goes_on_there_to_its_end",
        "store/test_backup.py::test_a_backup_of_either_kind_is_restored_into_either_kind_row_by_row",
    ),
    "A3 keyboard alone, screen reader, touch on a phone, colour-blind eyes, reduced motion": (
        "browser/test_keyboard.py::test_first_steps_are_cleared_with_the_keyboard_alone",
        "browser/test_connect.py::test_a_grid_is_cleared_by_keys_alone",
        "browser/test_chuo.py::test_a_whole_match_by_keyboard",
        "browser/test_access_ears.py::test_solitaire_is_cleared_by_ear",
        "browser/test_access_ears.py::test_a_grid_is_cleared_by_ear",
        "browser/test_access_ears.py::test_a_match_of_chuo_pai_is_played_by_ear",
        "browser/test_access_keys.py::test_shortcuts_of_a_single_key_are_switched_off_and_stay_so",
        "browser/test_touch.py::test_lantern_is_cleared_by_fingers_on_a_phone",
        "browser/test_access_colours.py::test_selected_shown_and_blocked_tiles_differ_by_more_than_hue",
        "browser/test_access_colours.py::test_nothing_moves_in_any_game_where_motion_is_unwelcome",
        "browser/test_access_colours.py::test_four_times_as_large_nothing_is_lost_and_no_text_runs_off",
    ),
    "A4 statistics": (
        "store/test_lists.py::test_statistics_of_a_history_made_by_hand",
        "browser/test_statistics.py::test_games_are_counted_listed_by_layout_and_watched_again",
    ),
    "A5 no account is needed, and an optional one carries progress to another device": (
        "store/test_accounts.py::test_signing_up_makes_the_guest_the_account_and_moves_nothing",
        "store/test_accounts.py::test_merging_loses_no_game_doubles_none_and_leaves_one_board_a_day",
        "web/test_account.py::test_a_login_brings_the_guests_games_and_the_cookie_is_another_one",
        "browser/test_account.py::test_everything_is_there_on_the_second_device_and_can_be_taken_away",
        "browser/test_account.py::test_a_passkey_is_made_and_logs_in_without_a_name",
        "store/test_accounts.py::test_another_process_that_has_the_game_in_memory_goes_on_with_it_for_the_account",
        "web/test_account.py::test_two_server_processes_know_the_same_account",
    ),
    "X1 the last winnable moment": (
        "play/test_other_boards.py::test_it_goes_back_to_the_last_position_that_could_be_cleared",
        "browser/test_classic.py::test_a_locked_board_is_rewound_to_its_last_winnable_moment_and_won",
        "browser/test_connect.py::test_out_of_a_lock_to_the_last_winnable_moment_and_on_to_a_win",
    ),
    "X2 proved facts": (
        "lab/test_facts.py::test_every_built_in_layout_has_facts_that_hold_together",
        "lab/test_reproduce.py::test_the_results_we_keep_are_of_what_there_is_now",
        "test_documents.py::test_the_report_is_what_the_results_give",
    ),
    "X3 scores that were really played": (
        "play/test_hiding.py::test_along_a_whole_game_exactly_those_are_hidden_of_which_no_cell_lies_open_before_or_after_one_pair",
        "store/test_results.py::test_a_result_to_which_its_log_does_not_come_is_in_no_list_and_said_once",
        "web/test_api.py::test_the_code_of_a_ranked_game_names_its_faces_and_is_told_when_it_is_over",
        "browser/test_classic.py::test_a_face_that_cannot_be_seen_yet_is_nowhere_on_the_page",
        "web/test_attacks.py::test_a_hint_is_on_the_disk_before_it_is_shown",
        "web/test_attacks.py::test_nobody_says_when_a_move_was_or_what_it_gave",
        "web/test_attacks.py::test_the_boards_of_other_days_have_no_address",
        "web/test_attacks.py::test_a_result_that_was_written_by_hand_is_in_no_list",
        "store/test_pace.py::test_a_result_with_more_than_ten_of_them_is_told_by_the_check_and_stays_in_its_list",
    ),
    "X4 replays": (
        "web/test_results.py::test_what_is_watched_is_what_the_record_says_and_verifies",
        "browser/test_watch.py::test_every_step_of_a_replay_is_as_the_rules_have_it",
        "browser/test_watch.py::test_a_finished_game_is_for_everybody_who_has_its_address_and_no_other_is",
        "browser/test_watch_chuo.py::test_every_play_of_a_replay_is_as_the_rules_have_it",
        "cli/test_games.py::test_a_record_that_the_rules_allow",
    ),
    "X5 a bench for research: solver, dealing, environments as a library": (
        "test_examples.py::test_the_readme_shows_what_happens",
        "test_public.py::test_the_names_that_stay_are_written_down_and_are_there",
        "test_perft.py::test_the_slow_counter_finds_what_is_written",
        "envs/test_pairs.py::test_gymnasium_finds_nothing_wrong",
        "envs/test_pairs.py::test_exchanging_faces_that_were_never_seen_changes_nothing",
        "envs/test_chuopai.py::test_pettingzoo_finds_nothing_wrong",
        "envs/test_chuopai.py::test_exchanging_hidden_cards_leaves_an_observation_as_it_was",
        "lab/test_cluster.py::test_one_worker_and_two_say_the_same_and_a_killed_one_loses_nothing",
        "lab/test_reproduce.py::test_a_run_killed_in_the_middle_of_a_line_goes_on_and_gives_the_same",
        "lab/test_reproduce.py::test_the_turtle_agrees_with_what_is_known_from_elsewhere",
        "packages/test_packages.py::test_the_wheel_is_all_that_is_needed",
    ),
    "X6 foreign layouts": ("browser/test_gallery.py::test_a_kmahjongg_file_is_brought_measured_played_and_taken_away",),
}  # fmt: skip


@cache
def functions(file: str) -> frozenset[str]:
    """The test functions of a file, those of its classes too."""
    tree = ast.parse((TESTS / file).read_text(encoding="utf-8"))
    return frozenset(node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef))


def test_every_line_has_its_tests() -> None:
    lines = {promise.partition(" ")[0] for promise in SHOWN_BY}
    wanted = {"T": 14, "C": 10, "S": 9, "N": 7, "P": 6}
    assert lines >= {f"{letter}{number}" for letter, count in wanted.items() for number in range(1, count + 1)}
    assert lines >= {"A1", "A2", "A3", "A4", "A5", "X1", "X2", "X3", "X4", "X5", "X6"}
    assert all(SHOWN_BY.values())


@pytest.mark.parametrize("promise", SHOWN_BY)
def test_the_tests_of_a_line_are_there(promise: str) -> None:
    for name in SHOWN_BY[promise]:
        file, _, function = name.partition("::")
        assert function in functions(file), name
