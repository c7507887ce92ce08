/**
 * The CSS of the hosted pages: the product's look, with a hazard stripe so that no one mistakes them for
 * Stripe's own pages.
 */
export const style = `
:root { color-scheme: light; --paper: #f8f3e8; --card: #fffcf5; --sunk: #efe6d5; --line: #dccfb8; --line-2: #857a68; --ink: #211b15; --ink-2: #4b4237; --danger: #a3123a; --focus: #1d4f9c; --link: #a32f15 }
@media (prefers-color-scheme: dark) { :root { color-scheme: dark; --paper: #181511; --card: #231f19; --sunk: #100e0b; --line: #40382e; --line-2: #978b79; --ink: #f4ecde; --ink-2: #cfc3b0; --danger: #ff9ba0; --focus: #a3c8ff; --link: #f79a7d } }
*, ::before, ::after { box-sizing: border-box }
html { -webkit-text-size-adjust: 100% }
body { margin: 0; background: var(--paper); color: var(--ink); font: 1.0625rem/1.6 -apple-system, "Segoe UI", Roboto, "Noto Sans", "Liberation Sans", system-ui, sans-serif; overflow-wrap: break-word }
h1, h2, p, dl, dd { margin: 0 }
h1 { font-size: 1.375rem; line-height: 1.3 }
h2 { font: 600 clamp(1.375rem, 1.2rem + .9vw, 1.875rem)/1.2 "Iowan Old Style", "Palatino Linotype", Palatino, P052, "Noto Serif", Georgia, "Liberation Serif", ui-serif, serif; letter-spacing: -.008em; text-wrap: balance }
a { color: var(--link); text-underline-offset: .18em }
:focus-visible { outline: 3px solid var(--focus); outline-offset: 2px }
.hazard { height: 12px; background: repeating-linear-gradient(-45deg, #f3c04b 0 14px, #211b15 14px 28px) }
.warning { padding: .7rem clamp(1rem, 4vw, 2.5rem); background: #f3c04b; color: #211b15; font-weight: 600; text-align: center }
main { display: grid; gap: 2rem; align-items: start; max-width: 46rem; margin-inline: auto; padding: 1.5rem 1rem 2rem }
@media (min-width: 768px) { main.two { grid-template-columns: 1.25fr 1fr } }
main > * { min-width: 0 }
.panel { padding: clamp(1rem, 3vw, 1.75rem); background: var(--card); border: 2px dashed var(--line-2); border-radius: 12px }
.panel > * + * { margin-top: 1.25rem }
.stack > * + * { margin-top: 1rem }
label { display: block; margin-bottom: .35rem; font-weight: 600 }
.hint { display: block; margin-bottom: .35rem; color: var(--ink-2); font-size: .9375rem }
input { width: 100%; min-height: 3rem; padding: .6rem .85rem; background: var(--card); color: var(--ink); border: 1.5px solid var(--line-2); border-radius: 6px; font: inherit }
input:hover { border-color: var(--ink) }
input[aria-invalid] { border: 2px solid var(--danger) }
fieldset { margin: 0; padding: 0; border: 0 }
legend { padding: 0; font-weight: 600 }
.choice { display: flex; gap: .6rem; align-items: center; min-height: 2.75rem; margin: 0; font-weight: 400 }
.choice input { flex: none; width: 1.25rem; min-height: 1.25rem }
.error { margin-top: .4rem; color: var(--danger); font-size: .9375rem; font-weight: 600 }
.pair { display: grid; grid-template-columns: 1fr 1fr; gap: 1rem }
.button { display: flex; align-items: center; justify-content: center; width: 100%; min-height: 3.25rem; padding: .5rem 1.125rem; background: #211b15; color: #f3c04b; border: 1.5px solid #f3c04b; border-radius: 6px; font: inherit; font-size: 1.125rem; font-weight: 600; line-height: 1.25; text-align: center; text-decoration: none; cursor: pointer }
.button:hover { background: #3a2f22 }
.button:active { transform: translateY(1px) }
.button.plain { min-height: 2.875rem; margin-top: .5rem; background: none; border-color: transparent; color: var(--ink); font-size: 1.0625rem }
.button.quiet { margin-top: .5rem; background: none; border-color: var(--line-2); color: var(--ink) }
.button:is(.plain, .quiet):hover { background: var(--sunk) }
.muted { color: var(--ink-2) }
.sum { display: grid; grid-template-columns: 1fr auto; gap: .5rem 0 }
.sum dt { min-width: 0; color: var(--ink-2) }
.sum dd { padding-left: 1rem; text-align: right; font-variant-numeric: tabular-nums }
.sum .total { padding-top: .5rem; border-top: 1px solid var(--line); color: var(--ink); font-weight: 700 }
.scroll { overflow-x: auto; background: var(--card); border: 1px solid var(--line); border-radius: 12px }
table { width: 100%; border-collapse: collapse; font-size: .8125rem; line-height: 1.45 }
caption { padding: .7rem .75rem; font-weight: 600; text-align: left }
th, td { padding: .7rem .75rem; border-top: 1px solid var(--line); text-align: left; vertical-align: top }
th { font-weight: 600; font-variant-numeric: tabular-nums; white-space: nowrap }
`;
