/** A value once it has stopped changing: whoever slides asks one question at the end, not a hundred on the way. */
import { useEffect, useState } from 'react';

const MILLISECONDS = 300;

export function useSettled<Value>(value: Value): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const later = setTimeout(() => setSettled(value), MILLISECONDS);
    return () => clearTimeout(later);
  }, [value]);
  return settled;
}
