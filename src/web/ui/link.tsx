import type { ComponentProps } from 'react'
import { type To, useHref, useLinkClickHandler } from 'react-router'

export type LinkProps = Omit<ComponentProps<'a'>, 'href'> & {
  to: To
  replace?: boolean | undefined
  state?: unknown
}

/** Links to another page. React Router's own `Link` includes prefetching code, which this app does not use. */
export const Link = ({ to, replace, state, target, onClick, ...rest }: LinkProps) => {
  const href = useHref(to)
  const follow = useLinkClickHandler<HTMLAnchorElement>(to, {
    state,
    ...(replace !== undefined && { replace }),
    ...(target !== undefined && { target }),
  })
  return (
    <a
      {...rest}
      href={href}
      target={target}
      onClick={event => {
        onClick?.(event)
        if (!event.defaultPrevented) follow(event)
      }}
    />
  )
}
