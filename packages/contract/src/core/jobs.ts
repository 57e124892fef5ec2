/** What somebody works as, by name: the number that is kept. Their words are `jobTypes` of the staff module. */
export const jobs = {
  other: 0,
  doctor: 1,
  nurse: 2,
  desk: 3,
  consultant: 4,
  service: 5,
  management: 6,
  storekeeper: 7,
  technician: 8,
  finance: 9,
} as const
