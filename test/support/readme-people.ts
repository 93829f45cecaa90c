/** The data of the guide to publishing a sample: 40,000 people of seven regions, one of them an island, made by arithmetic. */

const REGIONS = ['coast', 'hills', 'lakes', 'plain', 'south', 'west'];
const WORK = ['employed', 'none', 'own'];
const ISLANDERS = 5;

export function readmePeople(): string {
  const rows = Array.from({ length: 40_000 }, (_, person) => {
    const mixed = (person * 7919) % 100_003;
    const region = person < ISLANDERS ? 'island' : REGIONS[mixed % REGIONS.length];
    // the older, the fewer
    const age = 18 + Math.floor(82 * (((person * 613) % 40_009) / 40_009) ** 2);
    return [person % 2 === 0 ? 'f' : 'm', age, region, WORK[(mixed >> 3) % WORK.length]].join(',');
  });
  return ['sex,age,region,work', ...rows, ''].join('\n');
}
