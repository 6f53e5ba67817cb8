// What a small program needs of SDL's events, window and log, under SDL's names, for testing the patches of `roguelike attach`. There is no
// window: without keys to replay the close button is pressed.
//
// SPDX-License-Identifier: MIT        Copyright (c) 2026 the roguelike-sdl2 authors
#pragma once

#include <cstdarg>
#include <cstdio>
#include <string>

struct SDL_Event {
    unsigned type;
    struct { int scancode; int key; } key;
};
struct SDL_Window { std::string title; };
enum SDL_LogPriority { SDL_LOG_PRIORITY_INFO = 3 };
using SDL_LogOutputFunction = void (*)(void*, int, SDL_LogPriority, const char*);

inline bool SDL_WaitEvent(SDL_Event* event) {
    event->type = 0x100;
    return true;
}
inline bool SDL_PollEvent(SDL_Event* event) { return SDL_WaitEvent(event); }

inline void SDL_SetWindowTitle(SDL_Window* window, const char* title) { window->title = title; }
inline const char* SDL_GetWindowTitle(SDL_Window* window) { return window->title.c_str(); }
inline void SDL_RenderGlyph(int, int, char, unsigned char) {}

inline SDL_LogOutputFunction logOutput = [](void*, int, SDL_LogPriority, const char*) {};
inline void SDL_SetLogOutputFunction(SDL_LogOutputFunction function, void*) { logOutput = function; }
inline void SDL_Log(const char* format, ...) {
    char text[512];
    va_list values;
    va_start(values, format);
    std::vsnprintf(text, sizeof text, format, values);
    va_end(values);
    logOutput(nullptr, 0, SDL_LOG_PRIORITY_INFO, text);
}
