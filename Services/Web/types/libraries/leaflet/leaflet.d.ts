// What the app uses of Leaflet 1.7.

/** Degrees of latitude and longitude. */
export type Position = [latitude: number, longitude: number];

export interface LatLng {
  lat: number;
  lng: number;
  distanceTo(other: LatLng | Position): number;
}

export interface LatLngBounds {
  extend(position: LatLng | Position): this;
  contains(position: LatLng | Position): boolean;
  getCenter(): LatLng;
  getNorthEast(): LatLng;
  getSouthWest(): LatLng;
  isValid(): boolean;
  pad(share: number): LatLngBounds;
}

export interface Evented {
  on(event: string, listener: (event: any) => void): this;
  off(event?: string, listener?: (event: any) => void): this;
}

export interface Layer extends Evented {
  addTo(target: Map | LayerGroup): this;
  remove(): this;
  bindPopup(content: string | HTMLElement, options?: { [name: string]: unknown }): this;
  bindTooltip(content: string | HTMLElement, options?: { [name: string]: unknown }): this;
  openPopup(): this;
  closePopup(): this;
}

export interface Marker extends Layer {
  getLatLng(): LatLng;
  setLatLng(position: LatLng | Position): this;
  setIcon(icon: Icon): this;
  setOpacity(opacity: number): this;
  setZIndexOffset(offset: number): this;
  getElement(): HTMLElement | undefined;
}

export interface LayerGroup extends Layer {
  addLayer(layer: Layer): this;
  removeLayer(layer: Layer): this;
  clearLayers(): this;
  eachLayer(action: (layer: Layer) => void): this;
}

export interface FeatureGroup extends LayerGroup {
  getBounds(): LatLngBounds;
}

export interface Path extends Layer {
  setStyle(options: PathOptions): this;
  redraw(): this;
}

export interface CircleMarker extends Path {
  getLatLng(): LatLng;
  setLatLng(position: LatLng | Position): this;
  setRadius(radius: number): this;
}

export interface Polyline extends Path {
  setLatLngs(positions: (LatLng | Position)[]): this;
  getBounds(): LatLngBounds;
}

export interface PathOptions {
  radius?: number;
  color?: string;
  weight?: number;
  opacity?: number;
  fill?: boolean;
  fillColor?: string;
  fillOpacity?: number;
  dashArray?: string;
  className?: string;
  interactive?: boolean;
}

export interface Icon {
  options: { [name: string]: unknown };
}

export interface Control {
  addTo(map: Map): this;
  setPosition(position: string): this;
  setPrefix(prefix: string | false): this;
}

export interface Map extends Evented {
  attributionControl: Control;
  setView(position: LatLng | Position, zoom?: number, options?: { [name: string]: unknown }): this;
  flyTo(position: LatLng | Position, zoom?: number, options?: { [name: string]: unknown }): this;
  panTo(position: LatLng | Position, options?: { [name: string]: unknown }): this;
  fitBounds(bounds: LatLngBounds | Position[], options?: { [name: string]: unknown }): this;
  getBounds(): LatLngBounds;
  getCenter(): LatLng;
  getZoom(): number;
  setZoom(zoom: number): this;
  getContainer(): HTMLElement;
  addLayer(layer: Layer): this;
  removeLayer(layer: Layer): this;
  invalidateSize(options?: boolean | { [name: string]: unknown }): this;
  closePopup(): this;
  remove(): this;
}

export function map(element: HTMLElement | string, options?: { [name: string]: unknown }): Map;
export function tileLayer(url: string, options?: { [name: string]: unknown }): Layer;
export function marker(position: LatLng | Position, options?: { [name: string]: unknown }): Marker;
export function circleMarker(position: LatLng | Position, options?: PathOptions): CircleMarker;
export function circle(position: LatLng | Position, options?: PathOptions): CircleMarker;
export function polyline(positions: (LatLng | Position)[], options?: PathOptions): Polyline;
export function icon(options: { [name: string]: unknown }): Icon;
export function divIcon(options: { [name: string]: unknown }): Icon;
export function layerGroup(layers?: Layer[]): LayerGroup;
export function featureGroup(layers?: Layer[]): FeatureGroup;
export function latLng(latitude: number, longitude: number): LatLng;
export function latLngBounds(positions: (LatLng | Position)[]): LatLngBounds;
export const control: {
  attribution(options?: { [name: string]: unknown }): Control;
  scale(options?: { [name: string]: unknown }): Control;
  zoom(options?: { [name: string]: unknown }): Control;
};
