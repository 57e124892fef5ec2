import { gapsIn } from '@dentin/clinical/placeholders'
import type { TextareaHTMLAttributes } from 'react'
import s from './gaps.module.css'

/** A text field of the record: what a template left open is marked behind its words. */
export function GapArea({ value, ...rest }: TextareaHTMLAttributes<HTMLTextAreaElement> & { value: string }) {
  const gaps = gapsIn(value)
  return (
    <span className={s.area}>
      <textarea {...rest} value={value} />
      {gaps.length > 0 && (
        <span aria-hidden className={s.behind}>
          {gaps.map(({ start, text }, index) => (
            <span key={start}>
              {value.slice(gaps[index - 1]?.end ?? 0, start)}
              <mark className={s.gap}>{text}</mark>
            </span>
          ))}
          {value.slice(gaps.at(-1)?.end)}
        </span>
      )}
    </span>
  )
}
