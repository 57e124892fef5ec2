/**
 * How many days the figures of the reports look ahead or back. Each is read by one function, so that there is one place to ask
 * when a company may set it.
 */
const DEAL_DAYS = 30
const RETURN_DAYS = 90
const LOST_DAYS = 180
const SLEEPING_DAYS = 180
const EXPIRING_DAYS = 30
const EXPECTED_DAYS = 365
const RFM_DAYS = 365

/** Days after a first visit within which what is charged makes it a deal. */
export const dealDays = (): number => DEAL_DAYS
/** Days after a first visit: another visit within them is a return, their revenue is held against what was spent on the source. */
export const returnDays = (): number => RETURN_DAYS
/** Days without a visit after which a patient counts as lost. */
export const lostDays = (): number => LOST_DAYS
/** Days without a movement after which a card sleeps. */
export const sleepingDays = (): number => SLEEPING_DAYS
/** Days before its end from which a card runs out. */
export const expiringDays = (): number => EXPIRING_DAYS
/** Days after the signed record within which an expected item counts as done. */
export const expectedDays = (): number => EXPECTED_DAYS
/** Days of visits and revenue by which patients are put into segments. */
export const rfmDays = (): number => RFM_DAYS
