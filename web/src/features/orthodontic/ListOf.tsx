import { useState } from 'react'
import { IconButton, TextField } from '../../ui/index.ts'
import s from './exam.module.css'

/** A numbered list that is written line by line. */
export function ListOf({
  label,
  list,
  readOnly,
  onChange,
}: {
  label: string
  list: readonly string[]
  readOnly: boolean
  onChange: (list: string[]) => void
}) {
  const [typed, setTyped] = useState('')
  const add = () => {
    if (typed.trim() === '') return
    onChange([...list, typed.trim()])
    setTyped('')
  }
  return (
    <div role="group" aria-label={label}>
      <span className={s.label}>{label}</span>
      <ol className={s.list}>
        {list.map((each, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- lines have no identity but their place
          <li key={index}>
            <span>{each}</span>
            {!readOnly && (
              <IconButton
                icon="x"
                size="xs"
                label={`删除${label} ${each}`}
                onClick={() => onChange(list.filter((_, at) => at !== index))}
              />
            )}
          </li>
        ))}
      </ol>
      {!readOnly ? (
        <TextField
          size="sm"
          aria-label={`加${label}`}
          placeholder={`写一条${label}，回车`}
          maxLength={120}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          onKeyDown={(event) => event.key === 'Enter' && add()}
          onBlur={add}
        />
      ) : (
        list.length === 0 && <span className="tertiary">未写</span>
      )}
    </div>
  )
}
