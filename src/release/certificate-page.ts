/** A certificate as one printable page: everything inside, nothing fetched. */
import type { Certificate } from './certificate.ts';
import { escaped } from './markup.ts';

export const certificatePage = (certificate: Certificate): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${escaped(certificate.output.file)}</title></head>
<body>${certificate.says.map(words => `<p>${escaped(words)}</p>`).join('')}</body></html>
`;
