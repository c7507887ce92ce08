/** How many drafts a seller can have (docs/specification.md#gig-editor). */
export const maxDrafts = 20;

/** Shown to a seller who has no room for another draft. */
export const tooManyDrafts = `You have ${maxDrafts} drafts. Publish or delete one first`;

/** How many pictures a gig can have (docs/specification.md#gig-gallery). */
export const maxPictures = 4;
