import { picture } from '@dentin/contract/picture'
import { useCall } from '../../lib/query.ts'
import { Viewer } from './deferred.ts'
import type { Picture } from './hooks.ts'

/** One of the pictures that hang somewhere, large, with the others of them before and after it; nothing while none is shown. */
export function HungViewer({
  list,
  patientId,
  shown,
  onShow,
}: {
  list: readonly { id: string }[]
  patientId: string
  /** Its id. */
  shown: string | null
  onShow: (id: string | null) => void
}) {
  const all = useCall(picture.list, { patientId }, { enabled: shown !== null })
  const large = list.flatMap(({ id }) => all.data?.find((each) => each.id === id) ?? []) as Picture[]
  const at = large.findIndex(({ id }) => id === shown)
  if (at < 0) return null
  return (
    <Viewer
      pictures={large}
      at={at}
      mayTurn={false}
      patientId={patientId}
      onMove={(next) => onShow(large[next]?.id ?? null)}
      onClose={() => onShow(null)}
    />
  )
}
