import { MOST_STAGES_LISTED } from '@dentin/contract/picture'
import { cx, Icon, IconButton } from '../../ui/index.ts'
import type { Stage } from './hooks.ts'
import s from './picture.module.css'

/** The stages of a patient in a row, the newest first, each with how many pictures it has and lacks. */
export function StageRow({
  stages,
  chosen,
  onChoose,
  onAdd,
  onBin,
}: {
  stages: readonly Stage[]
  chosen: string | null
  onChoose: (id: string) => void
  onAdd: (() => void) | undefined
  onBin: (() => void) | undefined
}) {
  if (stages.length === 0 && !onBin) return null
  return (
    <div className={s.stages}>
      <div className={s.stageList} role="group" aria-label="阶段">
        {stages.map(({ id, name, stageTime, count, missing }) => (
          <button
            key={id}
            type="button"
            className={cx(s.stage, id === chosen && s.chosen)}
            aria-pressed={id === chosen}
            onClick={() => onChoose(id)}
          >
            <b className="ellipsis">{name}</b>
            <span className="num">{stageTime}</span>
            <span>
              {count} 张{count > 0 && missing.length > 0 ? `，缺 ${missing.length}` : ''}
            </span>
          </button>
        ))}
        {stages.length >= MOST_STAGES_LISTED && <span className={s.cut}>只列最近 {MOST_STAGES_LISTED} 个阶段</span>}
        {onAdd && stages.length > 0 && (
          <button type="button" className={cx(s.stage, s.add)} onClick={onAdd}>
            <Icon name="plus" size={16} />
            新增阶段
          </button>
        )}
      </div>
      {onBin && <IconButton icon="trash" label="影像回收站" onClick={onBin} />}
    </div>
  )
}
