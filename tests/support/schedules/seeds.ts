/**
 * The seeds of `npm test`: together they do all that the first 340 do. If a step of schedules changes, so
 * does the life of each seed. A run of many then prints which seeds do what is missing:
 * `SCHEDULES=1000 npx vitest run tests/payments/schedules --silent=false`.
 */
export const chosenSeeds = [
  1, 2, 3, 4, 5, 7, 9, 10, 11, 12, 13, 14, 15, 17, 19, 20, 21, 23, 25, 27, 28, 31, 34, 35, 37, 43, 45, 47, 50,
  59, 60, 71, 76, 83, 106, 107, 111, 131, 143, 158, 201, 210, 255, 285, 288, 339,
];
