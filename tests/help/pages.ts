/** The pages of the help area, and where the first panel of each one ends. */
export const pages = ["/help", "/help?tab=sellers", "/help?tab=account", "/faq", "/privacy", "/terms"];
