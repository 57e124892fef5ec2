import { QrCode } from '../display/QrCode.tsx'
import { Button } from '../control/Button.tsx'
import { ErrorLine } from '../feedback/ErrorLine.tsx'
import { Skeleton } from '../feedback/Skeleton.tsx'
import s from './code-dialog.module.css'
import { Dialog } from './Dialog.tsx'

export interface CodeDialogProps {
  title: string
  /** What scanning it does, for the spoken name of the code. */
  label: string
  /** What the code leads to; null: it is still being made. */
  address: string | null
  /** Until when and how often it is good. */
  words: string
  problem: string | undefined
  onRenew: () => void
  onClose: () => void
}

const SIDE = 220

/** A code for somebody else's phone, with how long it is good and a way to another one. */
export function CodeDialog({ title, label, address, words, problem, onRenew, onClose }: CodeDialogProps) {
  return (
    <Dialog open title={title} onClose={onClose}>
      {problem ? (
        <ErrorLine onRetry={onRenew}>{problem}</ErrorLine>
      ) : (
        <div className={s.code}>
          {address ? (
            <>
              <QrCode text={address} label={label} size={SIDE} />
              <p className="secondary t-13">{words}</p>
              <Button size="sm" icon="refresh" onClick={onRenew}>
                换一个
              </Button>
            </>
          ) : (
            <Skeleton width={SIDE} height={SIDE} />
          )}
        </div>
      )}
    </Dialog>
  )
}
