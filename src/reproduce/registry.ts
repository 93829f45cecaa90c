/** All that is reproduced, in the order of the papers. */
import { operators } from './paper-1/operators.ts';
import { takeAttack } from './paper-1/take-attack.ts';
import { privacyBySize } from './paper-2/privacy-by-size.ts';
import { poissonSampling, withoutReplacement } from './paper-2/sampling-ratio.ts';
import { rareValues } from './paper-3/rare-values.ts';
import { tightness } from './paper-3/tightness.ts';
import { checkInErrors } from './paper-4/check-ins.ts';
import { growth } from './paper-4/growth.ts';
import { leakage } from './paper-4/leakage.ts';
import { patientsAlone, patientsAmongMany } from './paper-4/patients.ts';
import { views } from './paper-4/views.ts';
import { amplification, meanNoise, samplingShare } from './paper-5/amplification.ts';
import { bimodalPopulation, sampleMedians } from './paper-5/bimodal.ts';
import { conclusions } from './paper-5/conclusions.ts';
import { bimodalErrors, lognormalErrors } from './paper-5/errors.ts';
import { privateMeans, privateMedians } from './paper-5/illustrations.ts';
import { bimodalNoise, bimodalSensitivity, lognormalNoise, lognormalSensitivity } from './paper-5/sensitivities.ts';
import type { Reproduction } from './reproduction.ts';

export const reproductions: readonly Reproduction[] = [
  takeAttack,
  operators,
  privacyBySize,
  withoutReplacement,
  poissonSampling,
  rareValues,
  tightness,
  checkInErrors,
  leakage,
  patientsAlone,
  patientsAmongMany,
  growth,
  views,
  privateMeans,
  privateMedians,
  amplification,
  samplingShare,
  meanNoise,
  lognormalSensitivity,
  lognormalNoise,
  lognormalErrors,
  bimodalPopulation,
  bimodalSensitivity,
  sampleMedians,
  bimodalNoise,
  bimodalErrors,
  conclusions,
];
