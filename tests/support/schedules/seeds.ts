/**
 * The seeds of `npm test`: together they cover everything that the test lists. If a step of the schedules
 * changes, each seed takes another course. A run of many seeds then prints which of them cover what is
 * missing: `SCHEDULES=1000 npx vitest run tests/payments/schedules --silent=false`.
 */
export const chosenSeeds = [
  1, 2, 4, 5, 9, 10, 11, 12, 13, 14, 15, 17, 19, 20, 21, 23, 25, 28, 34, 35, 36, 37, 39, 43, 45, 50, 51, 60,
  61, 67, 71, 72, 76, 91, 102, 106, 109, 127, 131, 151, 158, 187, 201, 206, 210, 222, 223, 231, 255, 285, 288,
  468, 712,
];
