import { expect, it } from "vitest";
import { minGigWidth, sharePicture } from "#app/uploads/picture.ts";

it("The browser scales a picture to 2,000 px, and never below the width that a gig needs", () => {
  const scaled = (width: number, height: number) => {
    const share = sharePicture({ width, height });
    return [Math.round(width * share), Math.round(height * share)];
  };
  expect(scaled(4000, 3000)).toEqual([2000, 1500]);
  expect(scaled(3000, 4000)).toEqual([1500, 2000]);
  expect(scaled(2000, 1500)).toEqual([2000, 1500]);
  expect(scaled(800, 8000)).toEqual([minGigWidth, 6400]);
  // Too narrow from the start: the server says so.
  expect(scaled(1, 1)).toEqual([1, 1]);
  expect(scaled(300, 8000)).toEqual([300, 8000]);
});
