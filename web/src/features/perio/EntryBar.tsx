import { perioPasses, perioRounds, type PerioKey, type PerioPass, type PerioRounds } from '@dentin/clinical/perio/keys'
import { perioPaths, type PerioPath } from '@dentin/clinical/perio/sites'
import { cx, Icon, IconButton, Menu, Segmented, TextButton } from '../../ui/index.ts'
import { memo } from 'react'
import { useShown } from './hooks.ts'
import type { ChartStore } from './store.ts'
import type { Voice } from './voice.ts'
import s from './entry.module.css'
import side from './side.module.css'

export interface EntryBarProps {
  store: ChartStore
  press: (key: PerioKey) => void
  voice: Voice
  pad: boolean
  onPad: () => void
  /** null: a phone has no second screen. */
  onScreen: (() => void) | null
}
const passes: readonly PerioPass[] = ['pd', 'gm', 'both', 'plaque']
const short: Readonly<Record<PerioPass, string>> = { ...perioPasses, both: '深+缘' }

/** How one goes through the mouth, taking back, dictation, the pad and the second screen. */
export const EntryBar = memo(function EntryBar(props: EntryBarProps) {
  const { store, press, voice, pad, onPad, onScreen } = props
  const path = useShown(store, ({ entry }) => entry.path)
  const rounds = useShown(store, ({ entry }) => entry.rounds)
  const pass = useShown(store, ({ entry }) => entry.pass)
  const canUndo = useShown(store, ({ entry }) => entry.undo.length > 0)
  return (
    <div className={s.tools} role="group" aria-label="录入">
      <Segmented
        size="sm"
        label="录入什么"
        className={s.passes ?? ''}
        options={passes.map((value) => ({ value, label: short[value] }))}
        value={pass}
        onChange={(next) => press({ kind: 'pass', pass: next })}
      />
      <Menu
        items={[
          ...(Object.keys(perioPaths) as PerioPath[]).map((each) => ({
            key: each,
            label: perioPaths[each],
            ...(each === path ? { icon: 'check' as const } : {}),
            onSelect: () => press({ kind: 'path', path: each }),
          })),
          'divider',
          ...(Object.keys(perioRounds) as PerioRounds[]).map((each) => ({
            key: each,
            label: perioRounds[each],
            ...(each === rounds ? { icon: 'check' as const, extra: '本人习惯' } : {}),
            onSelect: () => press({ kind: 'rounds', rounds: each }),
          })),
        ]}
      >
        <TextButton tone="quiet" icon="swap">
          {perioPaths[path]}
        </TextButton>
      </Menu>
      <IconButton icon="undo" size="sm" label="撤销" disabled={!canUndo} onClick={() => press({ kind: 'undo' })} />
      {voice.state !== null && (
        <IconButton
          icon={voice.state === 'paused' ? 'pause' : 'mic'}
          size="sm"
          label={voice.state === 'off' ? '开始听写' : '停止听写'}
          aria-pressed={voice.state !== 'off'}
          onClick={voice.toggle}
        />
      )}
      <IconButton icon="keyboard" size="sm" label="屏幕键盘" aria-pressed={pad} onClick={onPad} />
      {onScreen && <IconButton icon="external" size="sm" label="副屏" onClick={onScreen} />}
      {voice.state !== null && (voice.heard || voice.problem) && (
        <span className={cx(s.heard, voice.problem && s.heardWrong)} role="status">
          {voice.problem ?? (voice.state === 'paused' ? '已暂停，说「继续」' : `听到「${voice.heard}」`)}
        </span>
      )}
    </div>
  )
})

/** Whether the server has every cell. */
export function SyncLine({ store }: { store: ChartStore }) {
  const sync = useShown(store, (view) => view.sync)
  const isKept = useShown(store, (view) => view.isKept)
  const onRetry = () => void store.flush()
  if (!isKept && sync.kind !== 'saved')
    return (
      <p className={cx(side.state, side.failed)} role="alert">
        <Icon name="alert-circle" size={14} />
        本机存储已满，没有送出的格子只在这个窗口里
        <TextButton onClick={onRetry}>重试</TextButton>
      </p>
    )
  switch (sync.kind) {
    case 'saved':
      return (
        <p className={side.state}>
          <Icon name="check" size={14} />
          检查已保存
        </p>
      )
    case 'dirty':
      return <p className={side.state}>检查正在保存…</p>
    case 'offline':
      return (
        <p className={cx(side.state, side.unsynced)} role="status">
          <Icon name="wifi-off" size={14} />
          检查未同步，已保存在本机
          <TextButton onClick={onRetry}>重试</TextButton>
        </p>
      )
    case 'refused':
      return (
        <p className={cx(side.state, side.failed)} role="alert">
          <Icon name="alert-circle" size={14} />
          未保存：{sync.message}
          <TextButton onClick={onRetry}>重试</TextButton>
        </p>
      )
  }
}
