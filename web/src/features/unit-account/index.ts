export { PayUnits } from './PayUnits.tsx'
export { StatementSheet } from './StatementSheet.tsx'
export { UnitAccountsPage } from './UnitAccountsPage.tsx'
