import type { TemplateKind } from '@dentin/contract/record-template'
import { useMemo, useState } from 'react'
import {
  cx,
  EmptyState,
  ErrorLine,
  Icon,
  IconButton,
  SearchField,
  Segmented,
  SkeletonRows,
  toast,
} from '../../../ui/index.ts'
import type { InsertMode } from '../model.ts'
import { find, grouped, indexOf } from './find.ts'
import { useFavourite, useTemplates, type Template } from './hooks.ts'
import s from '../record.module.css'

const ALT = /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌥' : 'Alt+'

const modes: { value: InsertMode; label: string }[] = [
  { value: 'append', label: '追加' },
  { value: 'replace', label: '覆盖' },
  { value: 'fill', label: '仅空段' },
]
/** More is not looked through by eye. */
const FOUND_MOST = 60

/** Templates and phrases to put into the record. */
export function TemplatePanel({
  onInsert,
  readOnly,
}: {
  onInsert: (template: Template, mode: InsertMode) => void
  readOnly: boolean
}) {
  const { data, error, refetch, isFetching } = useTemplates()
  const hold = useFavourite()
  const [text, setText] = useState('')
  const [kind, setKind] = useState<TemplateKind>(1)
  const [mode, setMode] = useState<InsertMode>('append')
  const [turned, setTurned] = useState<ReadonlySet<string | null>>(new Set())
  const index = useMemo(() => indexOf(data?.list ?? [], data?.categories ?? []), [data])
  const sought = text.trim() !== ''
  const matching = find(index, text).filter((each) => each.kind === kind)
  const found = sought ? matching.slice(0, FOUND_MOST) : matching
  const favourites = found.filter((each) => each.favourite)
  const groups = grouped(found, data?.categories ?? [])
  const toggle = (category: string | null) =>
    setTurned((now) => {
      const next = new Set(now)
      if (!next.delete(category)) next.add(category)
      return next
    })
  const star = (template: Template) =>
    hold.mutate(
      { id: template.id, favourite: !template.favourite },
      {
        onSuccess: () => toast.success(template.favourite ? '已取消常用' : '已收进我的常用'),
        onError: (failed) => toast.error(failed.message),
      },
    )
  const entry = (each: Template, more: { starred?: boolean; hint?: string | undefined; indent?: boolean }) => (
    <Entry
      key={each.id}
      template={each}
      readOnly={readOnly}
      onInsert={() => onInsert(each, mode)}
      onStar={() => star(each)}
      {...more}
    />
  )
  return (
    <div className={s.panel}>
      <SearchField value={text} onChange={setText} placeholder="搜索模板、词条" aria-label="搜索模板、词条" />
      <Segmented
        label="模板或词条"
        size="sm"
        block
        value={kind}
        options={[
          { value: 1, label: '模板' },
          { value: 2, label: '词条' },
        ]}
        onChange={setKind}
      />
      {!readOnly && <Segmented label="插入方式" size="sm" block value={mode} options={modes} onChange={setMode} />}
      {error && !data && (
        <ErrorLine onRetry={() => void refetch()} retrying={isFetching}>
          {error.message}
        </ErrorLine>
      )}
      {!data && !error && <SkeletonRows rows={8} height={28} />}
      {favourites.length > 0 && (
        <>
          <h3 className={s.panelHead}>常用</h3>
          <ul>
            {favourites.map((each, place) =>
              entry(each, { starred: true, hint: place < 3 && kind === 1 ? `${ALT}${place + 1}` : undefined }),
            )}
          </ul>
        </>
      )}
      {groups.length > 0 && <h3 className={s.panelHead}>{kind === 2 ? '词条' : '全部模板'}</h3>}
      {groups.map(({ id, path, list }, place) => {
        // The first two categories stand open.
        const open = sought || place < 2 !== turned.has(id)
        return (
          <div key={id}>
            <button type="button" className={s.category} aria-expanded={open} onClick={() => toggle(id)}>
              <Icon name={open ? 'chevron-down' : 'chevron-right'} size={14} />
              <span>{path}</span>
              <span className={s.count}>{list.length}</span>
            </button>
            {open && <ul>{list.map((each) => entry(each, { indent: true, starred: each.favourite }))}</ul>}
          </div>
        )
      })}
      {matching.length > found.length && (
        <p className="tertiary t-12">还有 {matching.length - found.length} 份，再多打几个字</p>
      )}
      {data && found.length === 0 && (
        <EmptyState
          layout="stack"
          icon="file"
          title={sought ? '没有找到' : kind === 2 ? '还没有词条' : '还没有模板'}
          hint={sought ? '换个词试试' : kind === 2 ? '在「我的模板」里新建' : '写好一份后点「存为模板」'}
        />
      )}
    </div>
  )
}

function Entry({
  template,
  hint,
  starred,
  indent,
  readOnly,
  onInsert,
  onStar,
}: {
  template: Template
  hint?: string | undefined
  starred?: boolean
  indent?: boolean
  readOnly: boolean
  onInsert: () => void
  onStar: () => void
}) {
  return (
    <li className={cx(s.entry, indent && s.entryIn)}>
      <IconButton
        icon="star"
        size="xs"
        className={starred ? s.starred : s.hoverOnly}
        label={starred ? `取消常用：${template.name}` : `收进常用：${template.name}`}
        onClick={onStar}
      />
      <button
        type="button"
        className={s.entryName}
        disabled={readOnly}
        onClick={onInsert}
        title={`插入「${template.name}」`}
      >
        <span>{template.name}</span>
        {!readOnly && <span className={s.insert}>插入</span>}
      </button>
      {hint && <span className={s.keyHint}>{hint}</span>}
    </li>
  )
}
