import { useState } from 'react'
import { Button, confirm, copyText, Notice } from '../../ui/index.ts'
import { forgetUnsent, unsentOf } from './keeping.ts'
import { cellName, cellText } from './words.ts'
import s from './entry.module.css'

/** So many are told at once; all of them are copied. */
const SHOWN = 12

/** Cells that this browser could not send before the chart was saved or given up elsewhere: to be seen, and copied. */
export function Leftover({ recordId, draftId }: { recordId: string; draftId: string | null }) {
  const [unsent, setUnsent] = useState(() => unsentOf(recordId, draftId))
  const { changes } = unsent
  if (changes.length === 0) return null
  const words = changes.map(({ tooth, cell, to }) => `${cellName(tooth, cell)} ${cellText(cell, to)}`)
  const forget = async () => {
    const yes = await confirm({ title: `不要这 ${changes.length} 格？`, okText: '不要了', danger: true })
    if (!yes) return
    forgetUnsent(unsent)
    setUnsent({ places: [], changes: [] })
  }
  return (
    <div className={s.notices}>
      <Notice
        tone="wait"
        icon="wifi-off"
        action={
          <span className={s.leftover}>
            <Button size="xs" onClick={() => void copyText(words.join('\n'), '没有送出的格子')}>
              复制
            </Button>
            <Button size="xs" variant="text" onClick={() => void forget()}>
              不要了
            </Button>
          </span>
        }
      >
        检查已在别处保存或放弃，本机有 {changes.length} 格没有送出：
        {words.slice(0, SHOWN).join('；')}
        {words.length > SHOWN && '……'}
      </Notice>
    </div>
  )
}
