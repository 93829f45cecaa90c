/** What people write into fields to see what happens. */
export const HOSTILE_WORDS = [
  "'; DROP TABLE visits; --",
  "' OR '1'='1",
  "x') UNION SELECT patient FROM visits --",
  "\"; ATTACH '/etc/passwd' AS p; --",
  '../../../../etc/passwd',
  '%00',
  '\u0000',
  '<script>alert(1)</script>',
  "read_csv('/etc/passwd')",
  '💥'.repeat(50),
] as const;
