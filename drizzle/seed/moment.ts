/** When the market is seeded: relative times of the story count from here. */
const seeding = Date.now();

/** `-3d4h`, `+2d`: from the moment of seeding. @returns UTC ms */
export function moment(relative: string): number {
  const [, sign, d = "0", h = "0", m = "0"] =
    /^([+-])(?:(\d+)d)?(?:(\d+)h)?(?:(\d+)m)?$/.exec(relative) ?? [];
  if (!sign) throw new Error(`${relative} is no relative time`);
  const ms = ((Number(d) * 24 + Number(h)) * 60 + Number(m)) * 60_000;
  return sign === "-" ? seeding - ms : seeding + ms;
}
