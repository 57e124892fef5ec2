/** How many days the figures of the reports look ahead or back where no rule of the company says so. */
const RETURN_DAYS = 90
const EXPIRING_DAYS = 30
const EXPECTED_DAYS = 365
const RFM_DAYS = 365

/** Days after a first visit within which another one is a return. */
export const returnDays = (): number => RETURN_DAYS
/** Days before its end from which a card runs out. */
export const expiringDays = (): number => EXPIRING_DAYS
/** Days after the signed record within which an expected item counts as done. */
export const expectedDays = (): number => EXPECTED_DAYS
/** Days of visits and revenue by which patients are put into segments. */
export const rfmDays = (): number => RFM_DAYS
