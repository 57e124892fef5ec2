export { giveTrial } from './commands/term.ts'
export { membershipHandlers } from './handlers.ts'
export { medicalPayable, vipPayable, type Payable, type PayableOrder } from './payable.ts'
