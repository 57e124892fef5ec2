import { clinic } from '@dentin/contract/clinic'
import { payIcons, payMethods } from '@dentin/contract/lists/pay-methods'
import { Picked, Select } from '../../ui/heavy.ts'
import { Icon, Tag, type IconName } from '../../ui/index.ts'
import { SettingList } from '../../ui/list/SettingList.tsx'
import s from './setting.module.css'

const iconOptions = Object.entries(payIcons).map(([value, label]) => ({ value, label }))
const yes = (value: boolean) => (value ? '是' : <span className="tertiary">—</span>)

/** How patients may pay. */
export const PayMethods = () => (
  <SettingList
    list={payMethods}
    icon="card"
    hint="全机构一份；内置的和收过款的不能改名，只能停用，历史照常显示"
    width={520}
    cells={{
      name: {
        render: (row) => (
          <span className={s.inline}>
            <Icon name={row.icon as IconName} size={18} className="secondary" />
            <span className="bold">{row.name}</span>
            {row.builtIn && (
              <Tag tone="outline" icon="lock" title="系统自带，不能改名、不能删除，可以停用">
                内置
              </Tag>
            )}
          </span>
        ),
      },
      feeRate: {
        render: (row) =>
          row.feeRate === 0 ? <span className="tertiary">—</span> : `${(row.feeRate / 100).toFixed(2)}%`,
        words: (row) => row.feeRate > 0 && `费率 ${(row.feeRate / 100).toFixed(2)}%`,
      },
      allowRefund: { render: (row) => yes(row.allowRefund), words: (row) => !row.allowRefund && '不可退款' },
      countPerformance: {
        render: (row) => yes(row.countPerformance),
        words: (row) => !row.countPerformance && '不计业绩',
      },
      needTradeNo: { render: (row) => yes(row.needTradeNo), words: (row) => row.needTradeNo && '需交易号' },
    }}
    controls={{
      icon: ({ form }) => (
        <Picked form={form} name="icon" label="图标">
          {(field) => (
            <Select options={iconOptions} value={(field.value as string | null) ?? 'yen'} onChange={field.onChange} />
          )}
        </Picked>
      ),
    }}
    refresh={[clinic.payMethods]}
  />
)
