import { lackingText } from '@dentin/clinical/orthodontics/picture-set'
import { useState } from 'react'
import { findTariffs, type Tariff } from '../../domain/tariffs.ts'
import { newRequestId } from '../../lib/client.ts'
import { ComboBox, Dialog } from '../../ui/heavy.ts'
import { ErrorLine, Field, Notice, Segmented, toast } from '../../ui/index.ts'
import { useFirstBill, type OrthoCase } from './hooks.ts'

/** Bills the down payment, or the whole fee whose rest is agreed on as instalments: under which item of the price list is asked. */
export function FirstBillDialog({ found, onClose }: { found: OrthoCase; onClose: () => void }) {
  const [whole, setWhole] = useState(found.fee !== null && found.fee.count > 0)
  const [tariff, setTariff] = useState<Tariff | null>(null)
  const [asked, setAsked] = useState(false)
  const [requestId] = useState(newRequestId)
  const bill = useFirstBill()
  const refused = bill.error?.fields?.find(({ field }) => field === 'tariffId' || field.startsWith('items.'))?.message
  const lacking = found.lackingAtStart.filter(({ kind }) => kind !== null)
  const { fee } = found
  if (!fee) return null
  const chooses = fee.count > 0 && Number(fee.down) > 0
  const submit = () => {
    setAsked(true)
    if (!tariff) return
    bill.mutate(
      { id: found.id, version: found.version, tariffId: tariff.id, whole, requestId },
      {
        onSuccess: ({ billNo }) => {
          toast.success(`已开单 ${billNo}，送到前台`)
          onClose()
        },
        onError: () => undefined,
      },
    )
  }
  return (
    <Dialog open title="正畸开单" submitText="开单" busy={bill.isPending} onClose={onClose} onSubmit={submit}>
      {lacking.length > 0 && (
        <Notice tone="wait" icon="image">
          影像还缺：{lackingText(lacking)}
        </Notice>
      )}
      {chooses && (
        <Field
          label="开单"
          help={
            whole
              ? `开 ${fee.total} 元；前台收首付 ${fee.down} 元，其余 ${fee.count} 期按方案约定：每期 ${fee.each} 元，每月 ${fee.day} 日`
              : `只开首付 ${fee.down} 元；其余 ${fee.count} 期到时再开单`
          }
        >
          <Segmented
            label="开单"
            value={whole ? 'whole' : 'down'}
            options={[
              { value: 'whole', label: '全款，余款分期' },
              { value: 'down', label: '只开首付' },
            ]}
            onChange={(next) => setWhole(next === 'whole')}
          />
        </Field>
      )}
      <Field
        label="收费项目"
        required
        help={
          chooses
            ? undefined
            : fee.count > 0
              ? `开 ${fee.total} 元，前台按方案约定 ${fee.count} 期`
              : `首付 ${fee.down} 元`
        }
        error={refused ?? (asked && !tariff ? '请选择收费项目' : undefined)}
      >
        <ComboBox
          placeholder="名称、拼音首字母或编码"
          search={findTariffs}
          keyOf={(item) => item.id}
          render={(item) => `${item.categoryName} ${item.name}`}
          textOf={(item) => item.name}
          value={tariff?.name ?? ''}
          onPick={setTariff}
          onClear={() => setTariff(null)}
        />
      </Field>
      {bill.error && !refused && <ErrorLine>{bill.error.fields?.[0]?.message ?? bill.error.message}</ErrorLine>}
    </Dialog>
  )
}
