import { retryOf } from '../../lib/client.ts'
import { EmptyState, ErrorLine, SkeletonRows } from '../../ui/index.ts'
import { CaseEditor } from './deferred.ts'
import type { PickPatient } from './dialogs.tsx'
import { blankCase, ofDetail, ofProposal } from './draft.ts'
import { useCase, useFromRecord } from './hooks.ts'

interface Ways {
  pickPatient: PickPatient
  /** After saving, and for going back. */
  onDone: (id: string | null) => void
}

/** A new case, of a record or of nothing yet. */
export function NewCase({ recordId, ...ways }: Ways & { recordId: string | null }) {
  return recordId ? (
    <FromRecord recordId={recordId} {...ways} />
  ) : (
    <CaseEditor begin={blankCase} patient={null} {...ways} />
  )
}

function FromRecord({ recordId, ...ways }: Ways & { recordId: string }) {
  const query = useFromRecord(recordId)
  if (query.data)
    return (
      <CaseEditor
        begin={ofProposal(query.data)}
        patient={{ id: query.data.patientId, name: query.data.patientName }}
        {...ways}
      />
    )
  return query.error ? (
    <ErrorLine onRetry={retryOf(query.error, () => void query.refetch())}>{query.error.message}</ErrorLine>
  ) : (
    <SkeletonRows rows={12} />
  )
}

/** A case that is there. */
export function EditCase({ id, ...ways }: Ways & { id: string }) {
  const query = useCase(id)
  const of = query.data
  if (!of)
    return query.error ? (
      <ErrorLine onRetry={retryOf(query.error, () => void query.refetch())}>{query.error.message}</ErrorLine>
    ) : (
      <SkeletonRows rows={12} />
    )
  if (!of.mine?.can.edit)
    return <EmptyState icon="lock" title="不能编辑这个案例" hint="由作者或本门诊的院长编辑，并且能看到患者的档案" />
  const { patientId, patientName } = of.mine
  return (
    <CaseEditor
      // What is typed stays while others change the case; saving then says so.
      key={id}
      begin={ofDetail(of)}
      patient={patientId ? { id: patientId, name: patientName } : null}
      {...ways}
    />
  )
}
