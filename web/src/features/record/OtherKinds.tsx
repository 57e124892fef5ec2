import { recordKinds, recordTypes, type RecordType } from '@dentin/contract/core/record-kinds'
import { recordErrors } from '@dentin/contract/record'
import { ApiError, newRequestId } from '../../lib/client.ts'
import { can, useCan } from '../../lib/permission.ts'
import { Button, Menu, statusOf, toast, type MenuEntry } from '../../ui/index.ts'
import { useCreateRecord, useRecordsOf, type RecordDetail } from './hooks.ts'

/** The records of other kinds of the same visit: opened, or begun by whoever writes. */
export function OtherKinds({
  of,
  compact,
  onOpen,
}: {
  of: RecordDetail
  /** Its sign alone: where there is no room for words. */
  compact: boolean
  onOpen: (id: string) => void
}) {
  useCan()
  const writes = can('/patientMedicalRecord:add') && of.can.sign
  const visit = of.treatmentId
  const list = useRecordsOf(of.patientId, 0, visit !== null).data
  const create = useCreateRecord()
  if (visit === null || !list) return null
  const there = new Map(list.filter((row) => row.treatmentId === visit).map((row) => [row.recordType, row]))
  const begin = (recordType: RecordType) =>
    create.mutate(
      { treatmentId: visit, recordType, requestId: newRequestId() },
      {
        onSuccess: ({ id }) => onOpen(id),
        onError: (failed) => {
          const known = failed instanceof ApiError && failed.is(recordErrors.RECORD_EXISTS) ? failed.data : null
          const id = (known as { id?: string } | null)?.id
          if (id) onOpen(id)
          else toast.error(failed.message)
        },
      },
    )
  const items = recordTypes.flatMap((type): MenuEntry[] => {
    const row = there.get(type)
    const { name } = recordKinds[type]
    if (type === of.recordType) return []
    if (row)
      return [
        {
          key: String(type),
          label: `${name}（${statusOf('record', row.status).label}）`,
          icon: 'file',
          onSelect: () => onOpen(row.id),
        },
      ]
    if (!writes || !BEGUN_HERE.includes(type)) return []
    return [{ key: String(type), label: `写${name}`, icon: 'file-edit', onSelect: () => begin(type) }]
  })
  if (items.length === 0) return null
  return (
    <Menu align="end" items={items}>
      <Button
        size="sm"
        variant="text"
        icon="file"
        busy={create.isPending}
        {...(compact ? { 'aria-label': OTHERS, title: OTHERS } : {})}
      >
        {!compact && OTHERS}
      </Button>
    </Menu>
  )
}

const OTHERS = '本次其他病历'
/** Kinds that are begun here, beside the one that is there. */
const BEGUN_HERE: readonly RecordType[] = [1, 2, 3]
