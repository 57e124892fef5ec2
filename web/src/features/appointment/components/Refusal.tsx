import { ApiError } from '../../../lib/client.ts'
import { Button, Notice } from '../../../ui/index.ts'
import type { Placed } from '../model.ts'

/** Between the form and its buttons: why it was refused and, when one may, the way past it; or what to read first. */
export function PlaceAnswer({
  error,
  answer,
  busy,
  onOverbook,
  onAccept,
}: {
  error: unknown
  answer: Placed | null
  busy: boolean
  onOverbook: () => void
  onAccept: () => void
}) {
  if (error instanceof ApiError && error.fields.length === 0) {
    const data = (error.data ?? {}) as {
      canOverbook?: boolean
      conflict?: { name: string; doctorName: string; span: string }
    }
    const conflict = data.conflict ? `：${data.conflict.span} ${data.conflict.doctorName} ${data.conflict.name}` : ''
    return (
      <Notice
        tone="danger"
        icon="alert-circle"
        action={
          data.canOverbook ? (
            <Button size="sm" variant="danger" busy={busy} onClick={onOverbook}>
              {data.conflict ? '作为加号预约' : '越过班次预约'}
            </Button>
          ) : undefined
        }
      >
        {error.message}
        {conflict}
      </Notice>
    )
  }
  if (answer && !answer.saved) {
    return (
      <Notice
        tone="wait"
        icon="alert"
        action={
          <Button size="sm" busy={busy} onClick={onAccept}>
            仍然预约
          </Button>
        }
      >
        {answer.warnings.map((each) => each.text).join('；')}
      </Notice>
    )
  }
  return null
}
