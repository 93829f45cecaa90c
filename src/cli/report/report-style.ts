/** How a report looks. On paper it is dark on white, whatever the screen. */
const LIGHT = '--text:#1d2430; --quiet:#57606f; --line:#d8dde4; --page:#fff; --card:#f4f6f9; --mark:#1b4f8a;';
const DARK = '--text:#e6e9ee; --quiet:#a3acba; --line:#39414d; --page:#14181e; --card:#1e242d; --mark:#7fb2ec;';

export const REPORT_STYLE = `
  :root { ${LIGHT} color-scheme: light dark; }
  @media (prefers-color-scheme: dark) { :root { ${DARK} } }
  body { font: 16px/1.55 system-ui, sans-serif; color: var(--text); background: var(--page); max-width: 46rem; margin: 2rem auto; padding: 0 1rem; }
  h1 { font-size: 1.9rem; line-height: 1.2; margin: 0 0 .6rem; } h2 { font-size: 1.25rem; margin: 2.2rem 0 .5rem; }
  h1, h2, p, li { overflow-wrap: anywhere; }
  .data, .receipt, figcaption, .name { color: var(--quiet); font-size: .9rem; }
  figure { margin: 1rem 0; overflow-x: auto; } figure svg { width: 100%; min-width: 34rem; height: auto; display: block; }
  .cards { display: flex; flex-wrap: wrap; gap: .8rem; }
  .cards > div { background: var(--card); border-radius: 8px; padding: .8rem 1.1rem; display: flex; flex-direction: column; min-width: 11rem; }
  .cards strong { font-size: 1.7rem; line-height: 1.3; font-variant-numeric: tabular-nums; }
  .wide { overflow-x: auto; } table { border-collapse: collapse; font-size: .93rem; width: 100%; font-variant-numeric: tabular-nums; }
  th, td { padding: .35rem 0 .35rem 1.2rem; text-align: right; border-bottom: 1px solid var(--line); vertical-align: top; white-space: nowrap; }
  th.key { text-align: left; padding-left: 0; padding-right: .8rem; white-space: normal; overflow-wrap: break-word; max-width: 18rem; } tbody th { font-weight: 400; } thead th { color: var(--quiet); font-weight: 600; }
  .about { border-top: 2px solid var(--line); margin-top: 3rem; font-size: .93rem; } .about h2 { font-size: 1.05rem; margin-top: 1.5rem; }
  ul, ol { padding-left: 1.2rem; margin: .3rem 0; } li { margin: .25rem 0; }
  pre { white-space: pre-wrap; overflow-wrap: anywhere; margin: 0; font-size: .85rem; } code { overflow-wrap: anywhere; }
  @media print {
    :root { ${LIGHT} } body { margin: 0; max-width: none; font-size: 11pt; }
    figure, tr, .cards { break-inside: avoid; } figure svg { min-width: 0; } h2 { break-after: avoid; }
  }
`;
