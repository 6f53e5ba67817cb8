// What a small program needs of SDL's events, window and log, under SDL's names, for testing the patches of `roguelike attach`. There is no
// window: without keys to replay the close button is pressed.
//
// SPDX-License-Identifier: MIT        Copyright (c) 2026 the roguelike-sdl2 authors
#pragma once

#include <cstdarg>
#include <cstdio>

struct SDL_Event {
    unsigned type;
    struct { int scancode; int key; } key;
};
struct SDL_Window { char title[128] = ""; };
enum SDL_LogPriority { SDL_LOG_PRIORITY_INFO = 3 };
using SDL_LogOutputFunction = void (*)(void*, int, SDL_LogPriority, const char*);

inline bool SDL_WaitEvent(SDL_Event* event) {
    if (event) event->type = 0x100;
    return true;
}
inline bool SDL_PollEvent(SDL_Event* event) { return SDL_WaitEvent(event); }
inline bool SDL_WaitEventTimeout(SDL_Event* event, int) { return SDL_WaitEvent(event); }

inline void SDL_SetWindowTitle(SDL_Window* window, const char* title) { std::snprintf(window->title, sizeof window->title, "%s", title); }
inline const char* SDL_GetWindowTitle(SDL_Window* window) { return window->title; }
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

#ifdef SDL_MAIN_USE_CALLBACKS
enum SDL_AppResult { SDL_APP_CONTINUE, SDL_APP_SUCCESS, SDL_APP_FAILURE };
SDL_AppResult SDL_AppInit(void** state, int argc, char** argv);
SDL_AppResult SDL_AppIterate(void* state);
SDL_AppResult SDL_AppEvent(void* state, SDL_Event* event);
void SDL_AppQuit(void* state, SDL_AppResult result);

int main(int argc, char** argv) {
    void* state = nullptr;
    SDL_AppResult result = SDL_AppInit(&state, argc, argv);
    while (result == SDL_APP_CONTINUE) {
        result = SDL_AppIterate(state);
        // Nobody but a recording presses keys.
        SDL_Event event;
        if (argc < 2 && result == SDL_APP_CONTINUE && SDL_PollEvent(&event)) result = SDL_AppEvent(state, &event);
    }
    SDL_AppQuit(state, result);
}
#endif
