/**
 * The seeds of `npm test`: together they do all that the first 350 do. If a step of schedules changes, so
 * does the life of each seed. A run of many then prints which seeds do what is missing:
 * `SCHEDULES=1000 npx vitest run tests/payments/schedules --silent=false`.
 */
export const chosenSeeds = [
  2, 9, 10, 12, 20, 30, 35, 37, 44, 47, 50, 51, 53, 55, 59, 60, 72, 75, 76, 77, 85, 90, 91, 93, 101, 106, 109,
  118, 123, 135, 150, 155, 157, 158, 159, 174, 177, 180, 182, 188, 198, 201, 206, 209, 210, 218, 221, 222,
  233, 238, 241, 243, 250, 255, 257, 264, 275, 280, 282, 285, 288, 296, 301, 303, 318, 324, 348,
];
