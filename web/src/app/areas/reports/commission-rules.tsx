import { RulesPage } from '../../../features/commission/index.ts'

/** /employeeReport/rules: by which rules people are paid. */
export default function CommissionRules() {
  return <RulesPage />
}
