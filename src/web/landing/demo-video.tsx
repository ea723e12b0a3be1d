import clsx from 'clsx'
import { Pause, Play } from 'lucide-react'
import { useRef } from 'react'
import { Button } from '#web/ui/button.tsx'
import filmDarkMp4 from './media/film-dark.mp4'
import filmDarkWebm from './media/film-dark.webm'
import filmLightMp4 from './media/film-light.mp4'
import filmLightWebm from './media/film-light.webm'
import { ProductScreenshot } from './product-screenshot.tsx'
import { figuresPhone, poster } from './screenshots.ts'
import { useDemoVideo } from './use-demo-video.ts'

const videos = {
  light: { webm: filmLightWebm, mp4: filmLightMp4 },
  dark: { webm: filmDarkWebm, mp4: filmDarkMp4 },
}

const description =
  'O Dashboard com os totais, o funil e o quadro kanban, em que um lead passa de uma etapa à seguinte.'

/** Shows the demo video. Shows its first frame until the video loads and when autoplay is off. */
export const DemoVideo = ({ className }: { className: string }) => {
  const video = useRef<HTMLVideoElement>(null)
  const { theme, isLoaded, isPlaying, toggle, events } = useDemoVideo(video)
  return (
    <div className={clsx('relative overflow-hidden rounded-panel border border-border bg-bg', className)}>
      <ProductScreenshot screenshot={poster} narrow={figuresPhone} alt={description} />
      {isLoaded && (
        <video
          key={theme}
          ref={video}
          muted
          loop
          playsInline
          aria-hidden="true"
          tabIndex={-1}
          width={poster.width}
          height={poster.height}
          className="absolute inset-0 size-full"
          {...events}
        >
          <source src={videos[theme].webm} type='video/webm; codecs="av01.0.08M.08"' />
          <source src={videos[theme].mp4} type="video/mp4" />
        </video>
      )}
      <Button
        icon={isPlaying ? <Pause /> : <Play />}
        onClick={toggle}
        className="absolute bottom-3 left-3 bg-raised max-md:hidden"
      >
        {isPlaying ? 'Pausar vídeo' : 'Ver vídeo'}
      </Button>
    </div>
  )
}
