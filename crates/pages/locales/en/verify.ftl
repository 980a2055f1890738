# Fair dice, and the replay of ¡No Siesta!

verify-title = Fair dice
verify-lead = Nobody can load our dice: not the players, not the bots, not we. Here is how to be sure.
verify-hash = Fingerprint, published before the first roll
verify-seed = Secret number
verify-not-yet = It is shown when the game is over, so that nobody can foresee a roll.
verify-not-begun = The game has not begun. The fingerprint will be here with the first roll.
verify-how = How it works
verify-how-start = Before the game begins, we draw a long secret number and publish its fingerprint. Whoever knows the fingerprint cannot find the number, but can recognise it later.
verify-how-play = Every roll, every roof tile and the order of seats is worked out from that number alone. What the players do changes nothing about it.
verify-how-end = When the game is over, we show the number. Its fingerprint must be the one from the start, and every roll must follow from it. That is what this page checks, line by line, together with the rules.
verify-how-takeback = A step can be taken back only up to the last roll or tile, so nobody can try their luck twice.
verify-exactly = Exactly, for those who want to compute it themselves
verify-exactly-number = For the roll or tile number N of the game, the first eight bytes of this hash are a number, most significant byte first. SEED is the secret number in 64 hexadecimal digits; TRY is 0.
verify-exactly-draw = The outcomes are listed in the order of the rules with their weights; the remainder of the number by the sum of the weights falls into one of them. A number above the largest multiple of the sum is left out, and TRY goes up by one.
verify-at-home = With our program at home:
verify-record = Record of a game
verify-record-how = Paste the record of a finished game, or change a line of this one and see that it is noticed.
verify-check = Check
verify-true = The record is true
verify-false = The record is not true
verify-chances = { $count ->
    [one] { $count } roll or tile, which follows from the secret number
   *[other] { $count } rolls and tiles, all from the secret number
}
verify-steps = { $count ->
    [one] { $count } step of players, by the rules
   *[other] { $count } steps of players, all by the rules
}
verify-seats-drawn = The seats follow from the secret number.
verify-seats-agreed = The seats were agreed on before the start: a rematch.
verify-unreadable = { $why }
verify-missing = The line “{ $line }: …” is missing or cannot be read. A record has it once the game is over.
verify-other-seed = The secret number is not the one from the start: its fingerprint is { $actual }, and { $published } was published.
verify-seats = The seats do not follow from the secret number: the record says “{ $recorded }”, the number gives “{ $drawn }”.
verify-chance = Roll or tile number { $number } does not follow from the secret number: the record says “{ $recorded }”, the number gives “{ $drawn }”.

replay-step = Step { $number } of { $of }
verdict-expects-points = Final points expected for { $name }: { $margin }.
graph-alone = The points that can be expected at the end.
line-from = From step { $number } of the game
line-what = Press for everybody. Dice and tiles fall anew, the same for the same line.
