import { PHRASE_PREFIX } from '@dentin/contract/record'
import { useState } from 'react'
import { can, useCan } from '../../../lib/permission.ts'
import { newRequestId } from '../../../lib/client.ts'
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
import { useSaveTemplate, useTemplates, type Template } from './hooks.ts'
import s from '../record.module.css'

const ALT = /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌥' : 'Alt+'

/** Templates and phrases to put into the record. */
export function TemplatePanel({ onInsert, readOnly }: { onInsert: (template: Template) => void; readOnly: boolean }) {
  const { data, error, refetch, isFetching } = useTemplates()
  const save = useSaveTemplate()
  const [text, setText] = useState('')
  const [mode, setMode] = useState<'template' | 'phrase'>('template')
  const [turned, setTurned] = useState<ReadonlySet<string>>(new Set())
  useCan()
  const found = (data?.list ?? []).filter(
    (each) =>
      each.category.startsWith(PHRASE_PREFIX) === (mode === 'phrase') &&
      (text === '' || `${each.name}${each.category}`.toLowerCase().includes(text.trim().toLowerCase())),
  )
  const favourites = found.filter((each) => each.favourite)
  const categories = [...new Set(found.map((each) => each.category))]
  const toggle = (category: string) =>
    setTurned((now) => {
      const next = new Set(now)
      if (!next.delete(category)) next.add(category)
      return next
    })
  const star = (template: Template) =>
    save.mutate(
      {
        ...(template.scope === 1 ? { id: template.id, version: template.version } : {}),
        category: template.category,
        name: template.name,
        scope: 1,
        favourite: template.scope === 1 ? !template.favourite : true,
        content: template.content,
        requestId: newRequestId(),
      },
      {
        onSuccess: () => toast.success(template.scope === 1 && template.favourite ? '已取消常用' : '已收进我的常用'),
        onError: (failed) => toast.error(failed.message),
      },
    )
  return (
    <div className={s.panel}>
      <SearchField value={text} onChange={setText} placeholder="搜索模板、词条" aria-label="搜索模板、词条" />
      <Segmented
        label="模板或词条"
        size="sm"
        block
        value={mode}
        options={[
          { value: 'template', label: '模板' },
          { value: 'phrase', label: '词条' },
        ]}
        onChange={setMode}
      />
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
            {favourites.map((each, index) => (
              <Entry
                key={each.id}
                template={each}
                starred
                hint={index < 3 ? `${ALT}${index + 1}` : undefined}
                readOnly={readOnly}
                onInsert={() => onInsert(each)}
                onStar={can('/myTemplete:edit') && each.scope === 1 ? () => star(each) : undefined}
              />
            ))}
          </ul>
        </>
      )}
      {categories.length > 0 && <h3 className={s.panelHead}>{mode === 'phrase' ? '词条' : '全部模板'}</h3>}
      {categories.map((category, place) => {
        const list = found.filter((each) => each.category === category)
        // The first two categories stand open.
        const open = text !== '' || place < 2 !== turned.has(category)
        return (
          <div key={category}>
            <button type="button" className={s.category} aria-expanded={open} onClick={() => toggle(category)}>
              <Icon name={open ? 'chevron-down' : 'chevron-right'} size={14} />
              <span>{category.replace(PHRASE_PREFIX, '')}</span>
              <span className={s.count}>{list.length}</span>
            </button>
            {open && (
              <ul>
                {list.map((each) => (
                  <Entry
                    key={each.id}
                    template={each}
                    indent
                    readOnly={readOnly}
                    onInsert={() => onInsert(each)}
                    onStar={can('/myTemplete:edit') && !each.favourite ? () => star(each) : undefined}
                  />
                ))}
              </ul>
            )}
          </div>
        )
      })}
      {data && found.length === 0 && (
        <EmptyState
          layout="stack"
          icon="file"
          title={text ? '没有找到' : mode === 'phrase' ? '还没有词条' : '还没有模板'}
          hint={text ? '换个词试试' : mode === 'phrase' ? '在「模板管理」里新建' : '写好一份后点「存为模板」'}
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
  onStar?: (() => void) | undefined
}) {
  return (
    <li className={cx(s.entry, indent && s.entryIn)}>
      {onStar ? (
        <IconButton
          icon="star"
          size="xs"
          className={cx(!starred && s.hoverOnly)}
          label={starred ? `取消常用：${template.name}` : `收进常用：${template.name}`}
          onClick={onStar}
        />
      ) : (
        <span className={s.starPlace}>{starred && <Icon name="star" size={14} />}</span>
      )}
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
