import { consentStates } from '@dentin/contract/core/consent-states'
import { newRequestId } from '../../lib/client.ts'
import { useCan } from '../../lib/permission.ts'
import { Button, ErrorLine, StatusTag, Tag, toast } from '../../ui/index.ts'
import { useBeside, useCreate, type ConsentBeside } from './hooks.ts'
import s from './consent.module.css'

/** 同意书 beside a record or an accepted plan: what it asks for and what was made for it, each one press from being signed. */
export function ConsentsBeside({
  patientId,
  of,
  editable,
  onOpen,
}: {
  patientId: string
  of: { recordId: string; planId?: undefined } | { planId: string; recordId?: undefined }
  /** The record or the plan still stands. */
  editable: boolean
  onOpen: (id: string) => void
}) {
  const can = useCan()
  const read = useBeside(of)
  const create = useCreate()
  const signs = editable && can('/patientConsent:sign')
  const sign = (row: ConsentBeside) => {
    if (row.id !== null) return onOpen(row.id)
    create.mutate(
      {
        patientId,
        recordId: of.recordId ?? null,
        planId: of.planId ?? null,
        templateKey: row.key,
        requestId: newRequestId(),
      },
      { onSuccess: ({ id }) => onOpen(id), onError: (error) => toast.error(error.message) },
    )
  }
  const waits = (row: ConsentBeside) => row.status === null || consentStates.may('sign', row.status)
  return (
    <section className={s.beside} aria-label="同意书">
      <h2>同意书</h2>
      {read.error && <ErrorLine onRetry={() => void read.refetch()}>同意书没有读到：{read.error.message}</ErrorLine>}
      {read.data?.map((row) => (
        <div key={row.id ?? row.key} className={s.besideLine}>
          {row.status === null ? (
            <Tag tone="wait" icon="alert">
              缺
            </Tag>
          ) : (
            <StatusTag kind={consentStates} value={row.status} />
          )}
          <span className={s.besideName}>
            {row.name}
            {row.required && <span className="tertiary t-12">　需要</span>}
          </span>
          <span className="tertiary t-12 num">
            {row.signTime
              ? `${row.signerName} ${row.signTime.slice(0, 16)}`
              : row.approvedAt && `${row.approvedName} 批准 ${row.approvedAt.slice(0, 16)}`}
          </span>
          {(row.id !== null || signs) && (
            <Button
              size="sm"
              variant={waits(row) && signs ? 'tint' : 'row'}
              icon={waits(row) && signs ? 'signature' : undefined}
              busy={create.isPending && create.variables?.templateKey === row.key}
              onClick={() => sign(row)}
            >
              {waits(row) && signs ? '去签' : '查看'}
            </Button>
          )}
        </div>
      ))}
      {read.data?.length === 0 && <span className="tertiary t-13">这些项目不需要同意书</span>}
    </section>
  )
}
