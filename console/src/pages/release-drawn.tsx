/** A sample that was drawn: what is promised of it and what is not, and its files to be saved. */
import { useCallback } from 'react';
import type { DrawnSample } from '../../../src/service/contract/releases.ts';
import type { PageProps } from '../api.ts';
import { Download } from '../parts/download.tsx';
import { Loading } from '../parts/loading.tsx';
import { percent, short } from '../parts/numbers.ts';

export function ReleaseDrawn({ api, drawn }: PageProps & { readonly drawn: DrawnSample }) {
  const { file, rate, epsilon, delta, threshold, entry } = drawn;
  const load = useCallback(() => api.certificate(file), [api, file]);
  return (
    <section className="card drawn" aria-label="The certificate">
      <h2>{file} is drawn</h2>
      <p role="status">
        Drawn at a rate of {percent(rate)}, with epsilon {short(epsilon)} and delta {short(delta)}
        {threshold !== null &&
          `; differentially private: combinations with fewer than ${threshold} in the sample were left out`}
        . It is recorded in the ledger as entry {entry}; publish it as it is.
      </p>
      <Downloads api={api} file={file} />
      <Loading from={load}>
        {({ says, saysNot }) => (
          <>
            <h3>What is guaranteed</h3>
            {says.map(words => (
              <p key={words}>{words}</p>
            ))}
            <h3>What is not guaranteed</h3>
            <ul>
              {saysNot.map(words => (
                <li key={words}>{words}</li>
              ))}
            </ul>
          </>
        )}
      </Loading>
    </section>
  );
}

/** With a token, which no link can carry. */
export const Downloads = ({ api, file }: PageProps & { readonly file: string }) => (
  <p className="downloads">
    <Download api={api} path={`/v1/release/files/${file}`} name={file} label="Sample" />
    <Download
      api={api}
      path={`/v1/release/files/${file}/certificate`}
      name={`${file}.certificate.json`}
      label="Certificate"
    />
    <Download api={api} path={`/v1/release/files/${file}/page`} name={`${file}.certificate.html`} label="Page" />
  </p>
);
