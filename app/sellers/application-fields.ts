/** The fields of the form at /services/sell. */
export const applicationFields = ["fullName", "bio", "skills", "experience", "payoutCountry"] as const;

/** The limits of the long fields, in characters. */
export const applicationLimits = { bio: 600, skills: 500, experience: 2000 };

/** An application as typed, valid or not. */
export type TypedApplication = Record<(typeof applicationFields)[number], string>;
