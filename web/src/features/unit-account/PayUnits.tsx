import { payUnits } from '@dentin/contract/lists/pay-units'
import { unitAccount } from '@dentin/contract/unit-account'
import { formatYuanText } from '@dentin/kit/money'
import { SettingList } from '../../ui/list/SettingList.tsx'

/** The companies and schools that pay for their people. */
export function PayUnits() {
  return (
    <SettingList
      list={payUnits}
      icon="building"
      hint="收费时选「单位记账」由单位付款；到「单位记账」页对账、结算"
      width={560}
      cells={{
        // On the phone: what is owed of how much; the rest is in the dialog.
        phone: { render: (row) => row.phone || '—', words: () => '' },
        termDays: { render: (row) => `${row.termDays} 天`, words: () => '' },
        creditLimit: {
          render: (row) => formatYuanText(row.creditLimit),
          words: (row) => `额度 ${formatYuanText(row.creditLimit)}`,
        },
        balance: {
          render: (row) => formatYuanText(row.balance),
          words: (row) => `现欠 ${formatYuanText(row.balance)}`,
        },
        needsReference: { render: (row) => (row.needsReference ? '要' : '—'), words: () => '' },
      }}
      refresh={[unitAccount.payable, unitAccount.balances]}
    />
  )
}
