import { isMissing, prognosisNames } from '@dentin/clinical/perio/cells'
import { furcationPlaceNames, furcationPlaces, type FurcationPlace } from '@dentin/clinical/perio/sites'
import { perioPasses } from '@dentin/clinical/perio/keys'
import { nextRound, type Waiting } from '@dentin/clinical/perio/machine'
import type { ReactNode } from 'react'
import { Button } from '../../ui/index.ts'
import { cellPlace, type Layout } from '@dentin/clinical/perio/chart-geometry'
import type { ChartStore, StoreView } from './store.ts'
import { cellName, cellText } from './words.ts'
import s from './entry.module.css'

/** What is told or asked beside a cell: who changed it too, why it was refused, whether the mouth says so too, what is waited for. */
export function Bubble({
  view,
  store,
  layout,
  onMouth,
}: {
  view: StoreView
  store: ChartStore
  layout: Layout
  onMouth: ((tooth: string, status: 'missing' | 'implant') => void) | null
}) {
  const { entry, conflicts, refused } = view
  const conflict = conflicts[0]
  const beside = (
    tooth: string,
    site: number,
    kind: 'pd' | 'gm' | 'plaque',
    tone: string | undefined,
    content: ReactNode,
    role: 'alert' | 'status' = 'status',
  ) => {
    const { x, y } = cellPlace(layout, { tooth, site }, kind)
    const below = y < layout.height - 70
    return (
      <div
        role={role}
        className={`${s.bubble} ${tone ?? ''}`}
        style={{
          left: Math.max(4, Math.min(layout.width - 220, x - 24)),
          ...(below ? { top: y + 15 } : { bottom: layout.height - y + 15 }),
        }}
      >
        {content}
      </div>
    )
  }
  if (conflict) {
    const [kind = '', place] = conflict.cell.split('.')
    const site = kind === 'furcation' || place === undefined ? 0 : Number(place)
    return beside(
      conflict.tooth,
      site,
      kind === 'gm' ? 'gm' : 'pd',
      s.asks,
      <>
        <p>
          {cellName(conflict.tooth, conflict.cell)}：{conflict.by || '对方'}改成了{' '}
          <b>{cellText(conflict.cell, conflict.theirs)}</b>，您记的是 <b>{cellText(conflict.cell, conflict.mine)}</b>
          {conflicts.length > 1 && `（还有 ${conflicts.length - 1} 格）`}
        </p>
        <span className={s.answers}>
          <Button size="xs" variant="tint" onClick={() => store.settle(conflict, 'mine')}>
            用我的 Y
          </Button>
          <Button size="xs" onClick={() => store.settle(conflict, 'theirs')}>
            用对方的 N
          </Button>
        </span>
      </>,
      'alert',
    )
  }
  const { tooth: here, kind: recorded } = entry.place
  if (isMissing(entry.cells[here]) && !entry.waiting)
    return beside(
      here,
      0,
      recorded,
      s.asks,
      <>
        <p>{entry.problem?.message ?? `${here} 缺失`}</p>
        <span className={s.answers}>
          <Button size="xs" variant="tint" onClick={() => store.press({ kind: 'status', status: 'missing' })}>
            恢复为在位 X
          </Button>
        </span>
      </>,
      'alert',
    )
  if (entry.problem) {
    const { tooth, site, message } = entry.problem
    return beside(tooth, site, entry.place.kind, s.wrong, message, 'alert')
  }
  if (refused) {
    const place = Number(refused.cell.split('.')[1] ?? 0) || 0
    return beside(refused.tooth, place, 'pd', s.wrong, `没有保存：${refused.message}`, 'alert')
  }
  if (entry.askMouth && onMouth) {
    const { tooth, status } = entry.askMouth
    const word = status === 'missing' ? '缺失' : '种植体'
    return beside(
      tooth,
      0,
      'pd',
      s.asks,
      <>
        <p>
          口腔里也记 {tooth} {word}吗？
        </p>
        <span className={s.answers}>
          <Button
            size="xs"
            variant="tint"
            onClick={() => {
              onMouth(tooth, status)
              store.mouthAnswered()
            }}
          >
            也记 Y
          </Button>
          <Button size="xs" onClick={store.mouthAnswered}>
            只记在这里 N
          </Button>
        </span>
      </>,
      'alert',
    )
  }
  const round = nextRound(entry)
  const asked =
    round && !entry.waiting
      ? `这一遍记完了　Enter 记${perioPasses[round]}`
      : waitingWords(entry.waiting, entry.place.tooth)
  return asked && beside(entry.place.tooth, entry.place.site, entry.place.kind, undefined, asked)
}

function waitingWords(waiting: Waiting, tooth: string): string | null {
  switch (waiting?.kind) {
    case undefined:
      return null
    case 'prefix':
      return '1_　10–15 的个位'
    case 'minus':
      return '−_　龈缘在 CEJ 冠方'
    case 'menu':
      return '/　0–5 两位数　6 松动　7 分叉　8 缺失　9 种植　+ 换遍　* 同上　− 撤销　. 退格　Enter 换侧　/ 更多'
    case 'menu2':
      return '//　两位牙号 跳到　. 角化龈　+ 预后'
    case 'tooth':
      return `跳到 ${waiting.typed || '_'}_`
    case 'mobility':
      return `${tooth} 松动 0–3 度`
    case 'width':
      return `${tooth} 角化龈 0–9 mm`
    case 'prognosis':
      return `${tooth} 预后　${Object.entries(prognosisNames)
        .map(([value, name]) => `${value} ${name}`)
        .join('　')}`
    case 'furcation': {
      const places = furcationPlaces(tooth)
      if (waiting.typed !== '') return `${tooth} 分叉 ${furcationPlaceNames[waiting.typed as FurcationPlace]} 0–4 度`
      return places.length === 0
        ? `${tooth} 没有根分叉`
        : `${tooth} 分叉　${places.map((place, index) => `${index + 1} 或 ${place} ${furcationPlaceNames[place]}`).join('　')}`
    }
  }
}
