import { clinic } from '@dentin/contract/clinic'
import { clinicTariffCalls } from '@dentin/contract/clinic-tariffs'
import { priceText } from '@dentin/kit/money'
import { useState } from 'react'
import { newRequestId } from '../../lib/client.ts'
import { presentDay } from '../../lib/present.ts'
import { dialogOf, useCall } from '../../lib/query.ts'
import { DataTable, DatePicker, FormDialog, Select, type Column } from '../../ui/heavy.ts'
import { EmptyState, Field, toast } from '../../ui/index.ts'
import { useSaveClinicPrices } from './hooks.ts'
import p from './tariff.module.css'

type Row = ReturnType<typeof useDifferences>[number]
const none: never[] = []

function useDifferences(clinicId: string | null) {
  const found = useCall(
    clinicTariffCalls.clinicTariffsOf,
    { clinicId: clinicId ?? '' },
    { enabled: clinicId !== null, keep: false },
  )
  return found.data ?? none
}

const said = (price: string | null, enabled: boolean, companyPrice: string) =>
  enabled ? (price === null ? `随总部 ${priceText(companyPrice)}` : priceText(price)) : '不开展'

const columns: Column<Row>[] = [
  { key: 'name', title: '项目', render: (row) => <span className="bold ellipsis">{row.name}</span> },
  {
    key: 'mine',
    title: '本店',
    width: 150,
    align: 'right',
    numeric: true,
    render: (row) => said(row.mine, row.mineEnabled, row.companyPrice),
  },
  {
    key: 'theirs',
    title: '那家门诊',
    width: 150,
    align: 'right',
    numeric: true,
    render: (row) => <span className="bold">{said(row.theirs, row.theirsEnabled, row.companyPrice)}</span>,
  },
]

/** Takes prices over as another clinic has them: those that are chosen of what differs. */
export function CopyDialog({ onClose }: { onClose: () => void }) {
  const others = useCall(clinic.others, {})
  const [clinicId, setClinicId] = useState<string | null>(null)
  const rows = useDifferences(clinicId)
  const [left, setLeft] = useState<string[] | null>(null)
  const [from, setFrom] = useState<string | null>(null)
  const [requestId, setRequestId] = useState(newRequestId)
  const save = useSaveClinicPrices()
  // All that differs is taken unless somebody leaves some out.
  const chosen = left ?? rows.map(({ id }) => id)
  const submit = () =>
    save.mutate(
      {
        rows: rows
          .filter(({ id }) => chosen.includes(id))
          .map((row) => ({ tariffId: row.id, version: row.version, price: row.theirs, enabled: row.theirsEnabled })),
        from,
        requestId,
      },
      {
        onSuccess: ({ count }) => {
          toast.success(`已照着改 ${count} 项`)
          onClose()
        },
        onError: () => setRequestId(newRequestId()),
      },
    )
  return (
    <FormDialog
      title="照另一家门诊定价"
      width={680}
      form={dialogOf(save)}
      onClose={onClose}
      onSubmit={submit}
      submitText={chosen.length > 0 ? `照着改 ${chosen.length} 项` : '照着改'}
      submitDisabled={chosen.length === 0}
    >
      <div className={p.pair}>
        <Field label="门诊" required>
          <Select
            placeholder="选择门诊"
            options={(others.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
            value={clinicId}
            onChange={(id) => {
              setClinicId(id)
              setLeft(null)
            }}
          />
        </Field>
        <Field label="从哪天起" help="不选为今天">
          <DatePicker clearable value={from} onChange={setFrom} min={presentDay()} placeholder="今天" />
        </Field>
      </div>
      {clinicId !== null && (
        <div className={p.checked}>
          <DataTable<Row>
            label="与那家门诊不同的项目"
            columns={columns}
            keyOf={(row) => row.id}
            rows={rows}
            selected={chosen}
            onSelect={setLeft}
            empty={<EmptyState layout="stack" icon="check-circle" title="价格与开展的项目都一样" />}
            fill
          />
        </div>
      )}
    </FormDialog>
  )
}
