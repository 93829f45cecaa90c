/** Numbers of a campaign as the decimals that somebody wrote: 0.1 is one tenth, exactly, so that dice are exact too. */
import { refuse } from '../../vocabulary/index.ts';

export interface DecimalFraction {
  readonly numerator: bigint;
  readonly denominator: bigint;
}

const DECIMAL = /^(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/;

/** The shortest decimal of a number of at least 0. */
export function fractionOf(value: number): DecimalFraction {
  const [, whole, decimals = '', exponent = '0'] = DECIMAL.exec(String(value)) ?? notDecimal();
  const places = decimals.length - Number(exponent);
  const digits = BigInt(whole + decimals);
  return places >= 0
    ? { numerator: digits, denominator: 10n ** BigInt(places) }
    : { numerator: digits * 10n ** BigInt(-places), denominator: 1n };
}

const notDecimal = (): never => refuse('value_out_of_range', 'This must be a finite number, 0 or more.');
