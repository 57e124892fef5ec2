export { StatementSheet } from './deferred.ts'
export { PayUnits } from './PayUnits.tsx'
export { UnitAccountsPage } from './UnitAccountsPage.tsx'
