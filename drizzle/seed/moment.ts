/** The time of seeding, to which relative times refer. */
const seeding = Date.now();

/** Parses a time relative to the seeding, such as `-3d4h` or `+2d`. @returns UTC ms */
export function moment(relative: string): number {
  const [, sign, d = "0", h = "0", m = "0"] =
    /^([+-])(?:(\d+)d)?(?:(\d+)h)?(?:(\d+)m)?$/.exec(relative) ?? [];
  if (!sign) throw new Error(`${relative} is not a relative time`);
  const ms = ((Number(d) * 24 + Number(h)) * 60 + Number(m)) * 60_000;
  return sign === "-" ? seeding - ms : seeding + ms;
}
