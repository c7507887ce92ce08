/** How many drafts a seller can have (docs/specification.md#gig-editor). */
export const mostDrafts = 20;

/** What a seller reads who would have more. */
export const tooManyDrafts = `You have ${mostDrafts} drafts. Publish or delete one first`;

/** How many pictures a gig can have (docs/specification.md#gig-gallery). */
export const mostPictures = 4;
