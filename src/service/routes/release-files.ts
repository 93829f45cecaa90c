/** Samples that were drawn here and their certificates, to be saved: a browser is never to run what it gets. */
import { text } from 'node:stream/consumers';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { sha256 } from '../../text/index.ts';
import { problem } from '../contract/problem.ts';
import { certificate } from '../contract/releases.ts';
import { type RouteParts, sends, type TypedServer } from './route.ts';

const place = z.object({ file: z.string().max(200).describe('As june.csv') });

const TYPES = { csv: 'text/csv; charset=utf-8', parquet: 'application/vnd.apache.parquet' } as const;

const bytes = (...types: readonly string[]) => ({
  200: { content: Object.fromEntries(types.map(type => [type, { schema: z.string() }])) },
  default: problem,
});

export function addReleaseFiles(server: TypedServer, { releases }: RouteParts): void {
  server.get(
    '/v1/release/files/:file',
    {
      schema: {
        operationId: 'releaseFile',
        summary: 'A sample that was drawn here',
        params: place,
        response: bytes('text/csv', TYPES.parquet),
      },
    },
    async ({ params: { file } }, reply) => {
      const opened = await releases.openPart(file, 'sample');
      return toBeSaved(reply, file)
        .type(file.endsWith('.csv') ? TYPES.csv : TYPES.parquet)
        .send(opened.createReadStream());
    },
  );
  server.get(
    '/v1/release/files/:file/certificate',
    {
      schema: {
        operationId: 'releaseCertificate',
        summary: 'The certificate of a sample, as JSON',
        params: place,
        response: sends(certificate),
      },
    },
    async ({ params: { file } }, reply) => {
      const opened = await releases.openPart(file, 'certificate');
      return toBeSaved(reply, `${file}.certificate.json`).type('application/json').send(opened.createReadStream());
    },
  );
  server.get(
    '/v1/release/files/:file/page',
    {
      schema: {
        operationId: 'releasePage',
        summary: 'The certificate of a sample, for printing',
        params: place,
        response: bytes('text/html'),
      },
    },
    async ({ params: { file } }, reply) => {
      const page = await text((await releases.openPart(file, 'page')).createReadStream());
      return toBeSaved(reply, `${file}.certificate.html`, styleOf(page)).type('text/html; charset=utf-8').send(page);
    },
  );
}

/** No script, no frame, nothing fetched, wherever it is opened; of styles only those that the file was made with. */
const toBeSaved = (reply: FastifyReply, name: string, style = "'none'"): FastifyReply =>
  reply
    .header('content-disposition', `attachment; filename="${name}"`)
    .header('cache-control', 'no-store')
    .header('content-security-policy', `default-src 'none'; style-src ${style}; frame-ancestors 'none'; sandbox`);

const styleOf = (page: string): string => {
  const [, style = ''] = /<style>([^<]*)<\/style>/.exec(page) ?? [];
  return `'sha256-${sha256(style, 'base64')}'`;
};
