import type { WireInput } from '@dentin/contract/core/call'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { exportLater, takeExport, type ExportCall } from '../../lib/export.ts'
import { saveFile } from '../../lib/save-file.ts'
import { toast } from '../feedback/toast.tsx'
import { Menu } from '../overlay/Menu.tsx'
import { Button, IconButton, type ButtonSize } from './Button.tsx'
import s from './export.module.css'

const OWN = '/myExports'

/** Says that an export is made as a task, and where. */
export function useSayLater(): (isChosen?: boolean) => void {
  const navigate = useNavigate()
  return (isChosen = false) =>
    toast.success(isChosen ? '已转后台导出，完成后会通知您' : '内容较多，已转后台导出，完成后会通知您', {
      action: { label: '看进度', onClick: () => void navigate(OWN) },
    })
}

/** Takes an export, at once or as a task, and says what came of it. */
export function useExport<C extends ExportCall>(call: C) {
  const [busy, setBusy] = useState(false)
  const sayLater = useSayLater()
  const telling = async (work: () => Promise<unknown>) => {
    setBusy(true)
    try {
      await work()
    } catch (error) {
      toast.error(error instanceof Error ? error.message : '没有导出，请重试')
    } finally {
      setBusy(false)
    }
  }
  return {
    busy,
    /** @param as another name than the server's; @param done what is said when it is there */
    take: (input: WireInput<C>, { as, done }: { as?: string; done?: string } = {}) =>
      telling(async () => {
        const file = await takeExport(call, input)
        if (!file) return sayLater()
        saveFile(file, as ?? file.name)
        if (done) toast.success(done)
      }),
    later: (input: WireInput<C>) =>
      telling(async () => {
        await exportLater(call, input)
        sayLater(true)
      }),
  }
}

export interface ExportButtonProps<C extends ExportCall> {
  call: C
  /** What is exported; null: not known yet. */
  input: WireInput<C> | null
  size?: ButtonSize
  /** What is said when the file is there. */
  done?: string
  /** The symbol alone. */
  bare?: boolean
}

/** 导出, and beside it the other ways: in the background, and what was exported so. */
export function ExportButton<C extends ExportCall>({ call, input, size = 'md', done, bare }: ExportButtonProps<C>) {
  const { busy, take, later } = useExport(call)
  const navigate = useNavigate()
  return (
    <span className={s.pair}>
      <Button
        icon="download"
        size={size}
        busy={busy}
        disabled={!input}
        aria-label="导出"
        onClick={() => input && void take(input, done ? { done } : {})}
      >
        {bare ? null : '导出'}
      </Button>
      <Menu
        align="end"
        items={[
          {
            key: 'later',
            label: '后台导出',
            icon: 'clock',
            disabled: !input || busy,
            onSelect: () => input && void later(input),
          },
          { key: 'own', label: '我的导出', icon: 'download', onSelect: () => void navigate(OWN) },
        ]}
      >
        <IconButton icon="chevron-down" label="其他导出方式" size={size} />
      </Menu>
    </span>
  )
}
