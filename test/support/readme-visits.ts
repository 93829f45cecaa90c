/** The data of the README's questions: 60,000 visits of 20,000 patients, made by arithmetic. */

const WARDS = ['A', 'B', 'C'];

export function readmeVisits(): string {
  const rows = Array.from({ length: 60_000 }, (_, visit) => {
    const patient = visit % 20_000;
    const cost = (((visit * 7919) % 100_003) / 100_003) * 1000;
    return [patient, (patient * 31) % 95, WARDS[(visit * 13 + (visit >> 4)) % 3], cost.toFixed(2)].join(',');
  });
  return ['patient_id,age,ward,cost', ...rows, ''].join('\n');
}
